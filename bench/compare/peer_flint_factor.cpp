// FLINT's factorization modulo words and over Z.
#include "peer_flint.hpp"

#include <flint/fmpz_poly_factor.h>
#include <flint/nmod_poly.h>
#if __has_include(<flint/nmod_poly_factor.h>)
#include <flint/nmod_poly_factor.h>
#endif

#include <vector>

namespace polyfork_bench {
namespace {

class ModularFactors : public Workload {
 public:
  explicit ModularFactors(const Problem& problem) {
    const std::size_t count = problem.u.size() / problem.length;
    inputs_.resize(count);
    factors_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      nmod_poly_init(&inputs_[k], problem.modulus);
      nmod_poly_factor_init(&factors_[k]);
      for (std::size_t i = 0; i < problem.length; ++i)
        nmod_poly_set_coeff_ui(&inputs_[k], static_cast<slong>(i), problem.u[k * problem.length + i]);
    }
  }
  ~ModularFactors() override {
    for (nmod_poly_struct& f : inputs_) nmod_poly_clear(&f);
    for (nmod_poly_factor_struct& f : factors_) nmod_poly_factor_clear(&f);
  }
  void run() override {
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      factors_[k].num = 0;
      nmod_poly_factor(&factors_[k], &inputs_[k]);
    }
  }
  std::uint64_t fingerprint() override {
    std::uint64_t sum = 0;
    for (const nmod_poly_factor_struct& f : factors_)
      for (slong k = 0; k < f.num; ++k) {
        Fingerprint hash;
        hash.word(static_cast<std::uint64_t>(f.exp[k]));
        for (slong i = 0; i < nmod_poly_length(f.p + k); ++i) hash.word(nmod_poly_get_coeff_ui(f.p + k, i));
        sum += hash.value();
      }
    return sum;
  }

 private:
  std::vector<nmod_poly_struct> inputs_;
  std::vector<nmod_poly_factor_struct> factors_;
};

class IntegerFactors : public Workload {
 public:
  explicit IntegerFactors(const Problem& problem) {
    input_.set(problem.a);
    fmpz_poly_factor_init(factors_);
  }
  ~IntegerFactors() override { fmpz_poly_factor_clear(factors_); }
  void run() override {
    fmpz_poly_factor_clear(factors_);
    fmpz_poly_factor_init(factors_);
    fmpz_poly_factor(factors_, input_.p);
  }
  std::uint64_t fingerprint() override {
    std::uint64_t sum = 0;
    fmpz_t value;
    fmpz_init(value);
    for (slong k = 0; k < factors_->num; ++k) {
      Fingerprint hash;
      hash.word(static_cast<std::uint64_t>(factors_->exp[k]));
      for (slong i = 0; i < fmpz_poly_length(factors_->p + k); ++i) {
        fmpz_poly_get_coeff_fmpz(value, factors_->p + k, i);
        flint_add(hash, value);
      }
      sum += hash.value();
    }
    fmpz_clear(value);
    return sum;
  }

 private:
  FlintPoly input_;
  fmpz_poly_factor_t factors_;
};

}  // namespace

std::unique_ptr<Workload> flint_factor(const Problem& problem) {
  if (problem.operation == Operation::z_factor) return std::make_unique<IntegerFactors>(problem);
  return problem.operation == Operation::zp_factor ? std::make_unique<ModularFactors>(problem) : nullptr;
}

}  // namespace polyfork_bench
