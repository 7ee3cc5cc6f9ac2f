// FLINT's fmpz_mpoly, lexicographic order.
#include "compare/peers/flint_mpoly.hpp"

#include <vector>

namespace polyfork_bench {
namespace {

class Sparse : public Workload {
 public:
  explicit Sparse(const Problem& problem)
      : operation_(problem.operation),
        reuse_(problem.reuse),
        exponent_(problem.length),
        variables_(problem.variables),
        operands_(problem.polynomials.size()),
        quotients_(operands_.size()) {
    fmpz_mpoly_ctx_init(ctx_, static_cast<slong>(variables_), ORD_LEX);
    fmpz_mpoly_init(result_, ctx_);
    fmpz_mpoly_init(product_, ctx_);
    fmpz_init(value_);
    point_.set(problem.a);
    for (slong i = 0; i < fmpz_poly_length(point_.p); ++i) coordinates_.push_back(point_.p->coeffs + i);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      fmpz_mpoly_init(&operands_[i], ctx_);
      fmpz_mpoly_init(&quotients_[i], ctx_);
      flint_set_terms(&operands_[i], problem.polynomials[i], variables_, ctx_);
      if (i == 0) continue;
      quotient_pointers_.push_back(&quotients_[i]);
      divisor_pointers_.push_back(&operands_[i]);
    }
  }
  ~Sparse() override {
    for (fmpz_mpoly_struct& p : operands_) fmpz_mpoly_clear(&p, ctx_);
    for (fmpz_mpoly_struct& p : quotients_) fmpz_mpoly_clear(&p, ctx_);
    fmpz_mpoly_clear(result_, ctx_);
    fmpz_mpoly_clear(product_, ctx_);
    fmpz_clear(value_);
    fmpz_mpoly_ctx_clear(ctx_);
  }

  /// Into fresh results or one that is kept, as Polyfork's.
  void run() override {
    if (!reuse_) {
      fmpz_mpoly_clear(result_, ctx_);
      fmpz_mpoly_init(result_, ctx_);
    }
    if (has_list_of_results())
      for (fmpz_mpoly_struct& q : quotients_) {
        fmpz_mpoly_clear(&q, ctx_);
        fmpz_mpoly_init(&q, ctx_);
      }
    const fmpz_mpoly_struct* a = &operands_[0];
    const fmpz_mpoly_struct* b = operands_.size() > 1 ? &operands_[1] : a;
    switch (operation_) {
      case Operation::sparse_mul:
        return fmpz_mpoly_mul(result_, a, b, ctx_);
      case Operation::sparse_add:
        return fmpz_mpoly_add(result_, a, b, ctx_);
      case Operation::sparse_dot:  // as a program would do it; the products take one memory
        for (std::size_t i = 0; i < operands_.size(); i += 2) {
          fmpz_mpoly_mul(product_, &operands_[i], &operands_[i + 1], ctx_);
          fmpz_mpoly_add(result_, result_, product_, ctx_);
        }
        return;
      case Operation::sparse_pow:
        return static_cast<void>(fmpz_mpoly_pow_ui(result_, a, exponent_, ctx_));
      case Operation::sparse_eval:
        return static_cast<void>(fmpz_mpoly_evaluate_all_fmpz(value_, a, coordinates_.data(), ctx_));
      case Operation::sparse_exact_div:
        return static_cast<void>(fmpz_mpoly_divides(result_, a, b, ctx_));
      case Operation::sparse_div_rem:
        return fmpz_mpoly_divrem_ideal(quotient_pointers_.data(), result_, a, divisor_pointers_.data(),
                                       static_cast<slong>(divisor_pointers_.size()), ctx_);
      case Operation::sparse_gcd:
        return static_cast<void>(fmpz_mpoly_gcd(result_, a, b, ctx_));
      case Operation::sparse_discriminant:
        for (std::size_t i = 0; i < operands_.size(); ++i)
          fmpz_mpoly_discriminant(&quotients_[i], &operands_[i], 0, ctx_);
        return;
      default:
        for (std::size_t i = 0; i < operands_.size(); i += 2)
          fmpz_mpoly_resultant(&quotients_[i], &operands_[i], &operands_[i + 1], 0, ctx_);
    }
  }

  std::uint64_t fingerprint() override {
    Fingerprint hash;
    if (operation_ == Operation::sparse_eval) {
      flint_add(hash, value_);
      return hash.value();
    }
    if (operation_ == Operation::sparse_resultant || operation_ == Operation::sparse_discriminant) {
      for (const fmpz_mpoly_struct& r : quotients_) flint_add_terms(hash, &r, variables_, ctx_);
      return hash.value();
    }
    if (operation_ == Operation::sparse_div_rem)
      for (const fmpz_mpoly_struct* q : quotient_pointers_) flint_add_terms(hash, q, variables_, ctx_);
    flint_add_terms(hash, result_, variables_, ctx_);
    return hash.value();
  }

 private:
  /// Quotients, or the results of several operations, in quotients_.
  bool has_list_of_results() const {
    return operation_ == Operation::sparse_div_rem || operation_ == Operation::sparse_resultant ||
           operation_ == Operation::sparse_discriminant;
  }

  Operation operation_;
  bool reuse_;
  std::size_t exponent_;
  std::size_t variables_;
  fmpz_mpoly_ctx_t ctx_;
  fmpz_mpoly_t result_, product_;
  fmpz_t value_;
  FlintPoly point_;
  std::vector<fmpz*> coordinates_;
  std::vector<fmpz_mpoly_struct> operands_, quotients_;
  std::vector<fmpz_mpoly_struct*> quotient_pointers_, divisor_pointers_;
};

/// Gcds modulo a word.
class ModularSparseGcd : public Workload {
 public:
  explicit ModularSparseGcd(const Problem& problem) : variables_(problem.variables) {
    nmod_mpoly_ctx_init(ctx_, static_cast<slong>(variables_), ORD_LEX, problem.modulus);
    for (nmod_mpoly_struct* const p : {a_, b_, result_}) nmod_mpoly_init(p, ctx_);
    flint_set_residues(a_, problem.polynomials[0], variables_, problem.modulus, ctx_);
    flint_set_residues(b_, problem.polynomials[1], variables_, problem.modulus, ctx_);
  }
  ~ModularSparseGcd() override {
    for (nmod_mpoly_struct* const p : {a_, b_, result_}) nmod_mpoly_clear(p, ctx_);
    nmod_mpoly_ctx_clear(ctx_);
  }
  void run() override { nmod_mpoly_gcd(result_, a_, b_, ctx_); }
  std::uint64_t fingerprint() override {
    Fingerprint hash;
    std::vector<ulong> exponents(variables_);
    for (slong i = 0; i < nmod_mpoly_length(result_, ctx_); ++i) {
      nmod_mpoly_get_term_exp_ui(exponents.data(), result_, i, ctx_);
      for (const ulong e : exponents) hash.word(e);
      hash.word(nmod_mpoly_get_term_coeff_ui(result_, i, ctx_));
    }
    return hash.value();
  }

 private:
  std::size_t variables_;
  nmod_mpoly_ctx_t ctx_;
  nmod_mpoly_t a_, b_, result_;
};

}  // namespace

std::unique_ptr<Workload> flint_sparse(const Problem& problem) {
  if (problem.modulus != 0) return std::make_unique<ModularSparseGcd>(problem);
  return std::make_unique<Sparse>(problem);
}

}  // namespace polyfork_bench
