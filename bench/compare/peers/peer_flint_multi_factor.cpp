// FLINT's factorization in several variables, over Z and modulo words, lexicographic order.
#include "compare/peers/flint_mpoly.hpp"

#include <flint/fmpz_mpoly_factor.h>
#include <flint/nmod_mpoly.h>
#include <flint/nmod_mpoly_factor.h>

#include <vector>

namespace polyfork_bench {
namespace {

class MultiFactors : public Workload {
 public:
  explicit MultiFactors(const Problem& problem) : variables_(problem.variables) {
    fmpz_mpoly_ctx_init(ctx_, static_cast<slong>(variables_), ORD_LEX);
    fmpz_mpoly_init(input_, ctx_);
    fmpz_mpoly_factor_init(factors_, ctx_);
    flint_set_terms(input_, problem.polynomials[0], variables_, ctx_);
  }
  ~MultiFactors() override {
    fmpz_mpoly_factor_clear(factors_, ctx_);
    fmpz_mpoly_clear(input_, ctx_);
    fmpz_mpoly_ctx_clear(ctx_);
  }
  void run() override { fmpz_mpoly_factor(factors_, input_, ctx_); }
  std::uint64_t fingerprint() override {
    std::uint64_t sum = 0;
    for (slong k = 0; k < factors_->num; ++k) {
      Fingerprint hash;
      hash.word(static_cast<std::uint64_t>(fmpz_mpoly_factor_get_exp_si(factors_, k, ctx_)));
      flint_add_terms(hash, factors_->poly + k, variables_, ctx_);
      sum += hash.value();
    }
    return sum;
  }

 private:
  std::size_t variables_;
  fmpz_mpoly_ctx_t ctx_;
  fmpz_mpoly_t input_;
  fmpz_mpoly_factor_t factors_;
};

class ModularMultiFactors : public Workload {
 public:
  explicit ModularMultiFactors(const Problem& problem) : variables_(problem.variables) {
    nmod_mpoly_ctx_init(ctx_, static_cast<slong>(variables_), ORD_LEX, problem.modulus);
    nmod_mpoly_init(input_, ctx_);
    nmod_mpoly_factor_init(factors_, ctx_);
    flint_set_residues(input_, problem.polynomials[0], variables_, problem.modulus, ctx_);
  }
  ~ModularMultiFactors() override {
    nmod_mpoly_factor_clear(factors_, ctx_);
    nmod_mpoly_clear(input_, ctx_);
    nmod_mpoly_ctx_clear(ctx_);
  }
  void run() override { nmod_mpoly_factor(factors_, input_, ctx_); }
  std::uint64_t fingerprint() override {
    std::uint64_t sum = 0;
    std::vector<ulong> exponents(variables_);
    for (slong k = 0; k < factors_->num; ++k) {
      const nmod_mpoly_struct* p = factors_->poly + k;
      Fingerprint hash;
      hash.word(static_cast<std::uint64_t>(nmod_mpoly_factor_get_exp_si(factors_, k, ctx_)));
      for (slong i = 0; i < nmod_mpoly_length(p, ctx_); ++i) {
        nmod_mpoly_get_term_exp_ui(exponents.data(), p, i, ctx_);
        for (const ulong e : exponents) hash.word(e);
        hash.word(nmod_mpoly_get_term_coeff_ui(p, i, ctx_));
      }
      sum += hash.value();
    }
    return sum;
  }

 private:
  std::size_t variables_;
  nmod_mpoly_ctx_t ctx_;
  nmod_mpoly_t input_;
  nmod_mpoly_factor_t factors_;
};

}  // namespace

std::unique_ptr<Workload> flint_multi_factor(const Problem& problem) {
  if (problem.modulus == 0) return std::make_unique<MultiFactors>(problem);
  return std::make_unique<ModularMultiFactors>(problem);
}

}  // namespace polyfork_bench
