// FLINT's everyday operations on short polynomials.
#include "compare/peers/peer_flint.hpp"

#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>
#include <flint/nmod_poly.h>
#include <flint/nmod_poly_factor.h>

namespace polyfork_bench {
namespace {

/// Over Z. Numbers are results of operations that give one.
class IntegerArithmetic : public Workload {
 public:
  explicit IntegerArithmetic(const Problem& problem)
      : operation_(problem.operation), exponent_(static_cast<ulong>(problem.length)) {
    a_.set(problem.a);
    b_.set(operation_ == Operation::z_equal ? problem.a : problem.b);
    fmpz_init(number_);
    fmpz_init(factor_);
    fmpq_init(fraction_);
    fmpq_init(value_);
    fmpz_poly_get_coeff_fmpz(factor_, b_.p, 0);
    if (operation_ == Operation::z_eval_fraction) {
      fmpz_set(fmpq_numref(fraction_), b_.p->coeffs);
      fmpz_set(fmpq_denref(fraction_), b_.p->coeffs + 1);
      fmpq_canonicalise(fraction_);
    }
  }
  ~IntegerArithmetic() override {
    fmpz_clear(number_);
    fmpz_clear(factor_);
    fmpq_clear(fraction_);
    fmpq_clear(value_);
  }
  void run() override {
    switch (operation_) {
      case Operation::z_sub:
        return fmpz_poly_sub(c_.p, a_.p, b_.p);
      case Operation::z_neg:
        return fmpz_poly_neg(c_.p, a_.p);
      case Operation::z_scale:
        return fmpz_poly_scalar_mul_fmpz(c_.p, a_.p, factor_);
      case Operation::z_derivative:
        return fmpz_poly_derivative(c_.p, a_.p);
      case Operation::z_times_power:
        return fmpz_poly_shift_left(c_.p, a_.p, 3);
      case Operation::z_shift_into:
        return fmpz_poly_taylor_shift(c_.p, a_.p, factor_);
      case Operation::z_eval_fraction:
        return fmpz_poly_evaluate_fmpq(value_, a_.p, fraction_);
      case Operation::z_square_free:
        word_ = static_cast<std::uint64_t>(fmpz_poly_is_squarefree(a_.p));
        return;
      case Operation::z_equal:
        word_ = static_cast<std::uint64_t>(fmpz_poly_equal(a_.p, b_.p));
        return;
      case Operation::z_copy: {
        fmpz_poly_t copy;
        fmpz_poly_init(copy);
        fmpz_poly_set(copy, a_.p);
        fmpz_poly_swap(copy, c_.p);
        fmpz_poly_clear(copy);
        return;
      }
      case Operation::z_exact_div:
        word_ = static_cast<std::uint64_t>(fmpz_poly_divides(c_.p, a_.p, b_.p));  // others do not look whether it does
        return;
      case Operation::z_div_rem:
        return fmpz_poly_divrem(c_.p, d_.p, a_.p, b_.p);
      case Operation::z_pseudo_div_rem: {
        ulong steps;
        fmpz_poly_pseudo_divrem(c_.p, d_.p, &steps, a_.p, b_.p);
        return;
      }
      case Operation::z_pow:
        return fmpz_poly_pow(c_.p, a_.p, exponent_);
      case Operation::z_resultant:
        return fmpz_poly_resultant(number_, a_.p, b_.p);
      default:
        return fmpz_poly_discriminant(number_, a_.p);
    }
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    switch (operation_) {
      case Operation::z_eval_fraction:
        flint_add(hash, fmpq_numref(value_));
        flint_add(hash, fmpq_denref(value_));
        break;
      case Operation::z_square_free:
      case Operation::z_equal:
        hash.word(word_);
        break;
      case Operation::z_resultant:
      case Operation::z_discriminant:
        flint_add(hash, number_);
        break;
      default:
        for (slong i = 0; i < fmpz_poly_length(c_.p); ++i) flint_add(hash, c_.p->coeffs + i);
        for (slong i = 0; i < fmpz_poly_length(d_.p); ++i) flint_add(hash, d_.p->coeffs + i);
    }
    return hash.value();
  }

 private:
  Operation operation_;
  ulong exponent_;
  FlintPoly a_, b_, c_, d_;  // d_: remainders
  fmpz_t number_, factor_;
  fmpq_t fraction_, value_;
  std::uint64_t word_ = 0;
};

class ExtendedGcd : public Workload {
 public:
  explicit ExtendedGcd(const Problem& problem) {
    for (fmpq_poly_struct* p : {a_, b_, g_, s_, t_}) fmpq_poly_init(p);
    FlintPoly denominators;
    denominators.set(problem.denominators);
    set(a_, problem.a, denominators.p->coeffs);
    set(b_, problem.b, denominators.p->coeffs + 1);
  }
  ~ExtendedGcd() override {
    for (fmpq_poly_struct* p : {a_, b_, g_, s_, t_}) fmpq_poly_clear(p);
  }
  void run() override { fmpq_poly_xgcd(g_, s_, t_, a_, b_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    for (const fmpq_poly_struct* p : {g_, s_, t_}) {
      for (slong i = 0; i < fmpq_poly_length(p); ++i) flint_add(hash, p->coeffs + i);
      flint_add(hash, p->den);
    }
    return hash.value();
  }

 private:
  static void set(fmpq_poly_t p, const IntegerList& numerators, const fmpz_t denominator) {
    FlintPoly f;
    f.set(numerators);
    fmpq_poly_set_fmpz_poly(p, f.p);
    fmpq_poly_scalar_div_fmpz(p, p, denominator);
  }
  fmpq_poly_t a_, b_, g_, s_, t_;
};

class WordArithmetic : public Workload {
 public:
  explicit WordArithmetic(const Problem& problem) : operation_(problem.operation), factor_(problem.v[0]) {
    for (nmod_poly_struct* p : {a_, b_, c_, equal_}) nmod_poly_init(p, problem.modulus);
    for (std::size_t i = 0; i < problem.u.size(); ++i) nmod_poly_set_coeff_ui(a_, static_cast<slong>(i), problem.u[i]);
    for (std::size_t i = 0; i < problem.v.size(); ++i) nmod_poly_set_coeff_ui(b_, static_cast<slong>(i), problem.v[i]);
    nmod_poly_set(equal_, a_);
  }
  ~WordArithmetic() override {
    for (nmod_poly_struct* p : {a_, b_, c_, equal_}) nmod_poly_clear(p);
  }
  void run() override {
    switch (operation_) {
      case Operation::zp_add:
        return nmod_poly_add(c_, a_, b_);
      case Operation::zp_sub:
        return nmod_poly_sub(c_, a_, b_);
      case Operation::zp_neg:
        return nmod_poly_neg(c_, a_);
      case Operation::zp_times_power:
        return nmod_poly_shift_left(c_, a_, 3);
      case Operation::zp_shift_into:
        return nmod_poly_taylor_shift(c_, a_, factor_);
      case Operation::zp_square_free:
        word_ = static_cast<std::uint64_t>(nmod_poly_is_squarefree(a_));
        return;
      case Operation::zp_equal:
        word_ = static_cast<std::uint64_t>(nmod_poly_equal(a_, equal_));
        return;
      case Operation::zp_copy: {
        nmod_poly_t copy;
        nmod_poly_init_mod(copy, a_->mod);
        nmod_poly_set(copy, a_);
        nmod_poly_swap(copy, c_);
        nmod_poly_clear(copy);
        return;
      }
      case Operation::zp_scale:
        return nmod_poly_scalar_mul_nmod(c_, a_, factor_);
      case Operation::zp_derivative:
        return nmod_poly_derivative(c_, a_);
      case Operation::zp_coprime_gcd:
      case Operation::zp_common_gcd:
        return nmod_poly_gcd(c_, a_, b_);
      default:
        word_ = nmod_poly_resultant(a_, b_);
    }
  }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    if (operation_ == Operation::zp_resultant || operation_ == Operation::zp_square_free ||
        operation_ == Operation::zp_equal)
      hash.word(word_);
    else
      for (slong i = 0; i < nmod_poly_length(c_); ++i) hash.word(nmod_poly_get_coeff_ui(c_, i));
    return hash.value();
  }

 private:
  Operation operation_;
  std::uint64_t factor_;
  std::uint64_t word_ = 0;
  nmod_poly_t a_, b_, c_, equal_;  // equal_: to a_
};

}  // namespace

std::unique_ptr<Workload> flint_short(const Problem& problem) {
  if (problem.operation == Operation::q_xgcd) return std::make_unique<ExtendedGcd>(problem);
  if (problem.modulus != 0) return std::make_unique<WordArithmetic>(problem);
  return std::make_unique<IntegerArithmetic>(problem);
}

}  // namespace polyfork_bench
