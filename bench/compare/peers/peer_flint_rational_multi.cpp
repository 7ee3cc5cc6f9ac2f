// FLINT's fmpq_mpoly, lexicographic order.
#include "compare/peers/flint_mpoly.hpp"

#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>

#include <vector>

namespace polyfork_bench {
namespace {

class RationalMulti : public Workload {
 public:
  explicit RationalMulti(const Problem& problem)
      : operation_(problem.operation),
        exponent_(problem.length),
        variables_(problem.variables),
        operands_(problem.polynomials.size()),
        numbers_(problem.a.size()) {
    fmpq_mpoly_ctx_init(ctx_, static_cast<slong>(variables_), ORD_LEX);
    fmpq_mpoly_init(result_, ctx_);
    fmpq_mpoly_init(remainder_, ctx_);
    fmpq_init(value_);
    FlintPoly below;
    below.set(problem.denominators);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      fmpq_mpoly_init(&operands_[i], ctx_);
      fmpz_mpoly_t numerators;
      fmpz_mpoly_init(numerators, ctx_->zctx);
      flint_set_terms(numerators, problem.polynomials[i], variables_, ctx_->zctx);
      fmpz_mpoly_swap(operands_[i].zpoly, numerators, ctx_->zctx);
      fmpz_mpoly_clear(numerators, ctx_->zctx);
      fmpq_one(operands_[i].content);
      fmpq_mpoly_reduce(&operands_[i], ctx_);
      fmpq_mpoly_scalar_div_fmpz(&operands_[i], &operands_[i], below.p->coeffs + i, ctx_);
    }
    FlintPoly tops, bottoms;
    tops.set(problem.a);
    bottoms.set(problem.b);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      fmpq_init(&numbers_[i]);
      fmpq_set_fmpz_frac(&numbers_[i], tops.p->coeffs + i, bottoms.p->coeffs + i);
      point_.push_back(&numbers_[i]);
    }
  }
  ~RationalMulti() override {
    for (fmpq_mpoly_struct& p : operands_) fmpq_mpoly_clear(&p, ctx_);
    for (fmpq& x : numbers_) fmpq_clear(&x);
    fmpq_mpoly_clear(result_, ctx_);
    fmpq_mpoly_clear(remainder_, ctx_);
    fmpq_clear(value_);
    fmpq_mpoly_ctx_clear(ctx_);
  }

  void run() override {
    const fmpq_mpoly_struct* a = &operands_[0];
    const fmpq_mpoly_struct* b = &operands_[1];
    const auto last = static_cast<slong>(variables_) - 1;
    switch (operation_) {
      case Operation::sparse_add:
        return fmpq_mpoly_add(result_, a, b, ctx_);
      case Operation::sparse_sub:
        return fmpq_mpoly_sub(result_, a, b, ctx_);
      case Operation::sparse_neg:
        return fmpq_mpoly_neg(result_, a, ctx_);
      case Operation::sparse_scale:
        return fmpq_mpoly_scalar_mul_fmpq(result_, a, point_[0], ctx_);
      case Operation::sparse_copy:
        return fmpq_mpoly_set(result_, a, ctx_);
      case Operation::sparse_equal:
        equal_ = fmpq_mpoly_equal(a, b, ctx_) != 0;
        return;
      case Operation::sparse_mul:
        return fmpq_mpoly_mul(result_, a, b, ctx_);
      case Operation::sparse_pow:
        return static_cast<void>(fmpq_mpoly_pow_ui(result_, a, exponent_, ctx_));
      case Operation::sparse_exact_div:
        return static_cast<void>(fmpq_mpoly_divides(result_, a, b, ctx_));
      case Operation::sparse_div_rem:
        return fmpq_mpoly_divrem(result_, remainder_, a, b, ctx_);
      case Operation::sparse_derivative:
        return fmpq_mpoly_derivative(result_, a, last, ctx_);
      case Operation::sparse_eval:
        return static_cast<void>(fmpq_mpoly_evaluate_all_fmpq(value_, a, point_.data(), ctx_));
      default:
        return static_cast<void>(fmpq_mpoly_evaluate_one_fmpq(result_, a, last, point_[0], ctx_));
    }
  }

  std::uint64_t fingerprint() override {
    if (operation_ == Operation::sparse_equal) return equal_ ? 1 : 0;
    Fingerprint hash;
    if (operation_ == Operation::sparse_eval) {
      add(hash, value_);
      return hash.value();
    }
    add(hash, result_);
    if (operation_ == Operation::sparse_div_rem) add(hash, remainder_);
    return hash.value();
  }

 private:
  static void add(Fingerprint& hash, const fmpq_t value) {
    flint_add(hash, fmpq_numref(value));
    flint_add(hash, fmpq_denref(value));
  }
  void add(Fingerprint& hash, const fmpq_mpoly_struct* p) {
    std::vector<ulong> exponents(variables_);
    fmpq_t value;
    fmpq_init(value);
    for (slong i = 0; i < fmpq_mpoly_length(p, ctx_); ++i) {
      fmpq_mpoly_get_term_exp_ui(exponents.data(), p, i, ctx_);
      for (const ulong e : exponents) hash.word(e);
      fmpq_mpoly_get_term_coeff_fmpq(value, p, i, ctx_);
      add(hash, value);
    }
    fmpq_clear(value);
  }

  Operation operation_;
  std::size_t exponent_;
  std::size_t variables_;
  fmpq_mpoly_ctx_t ctx_;
  fmpq_mpoly_t result_, remainder_;
  fmpq_t value_;
  std::vector<fmpq_mpoly_struct> operands_;
  std::vector<fmpq> numbers_;
  std::vector<fmpq*> point_;
  bool equal_ = false;
};

}  // namespace

std::unique_ptr<Workload> flint_rational_multi(const Problem& problem) {
  return std::make_unique<RationalMulti>(problem);
}

}  // namespace polyfork_bench
