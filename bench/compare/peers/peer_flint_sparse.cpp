// FLINT's fmpz_mpoly, lexicographic order.
#include "compare/peers/peer_flint.hpp"

#include <flint/fmpz_mpoly.h>

#include <vector>

namespace polyfork_bench {
namespace {

class Sparse : public Workload {
 public:
  explicit Sparse(const Problem& problem)
      : operation_(problem.operation),
        variables_(problem.variables),
        operands_(problem.polynomials.size()),
        quotients_(operands_.size()) {
    fmpz_mpoly_ctx_init(ctx_, static_cast<slong>(variables_), ORD_LEX);
    fmpz_mpoly_init(result_, ctx_);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      fmpz_mpoly_init(&operands_[i], ctx_);
      fmpz_mpoly_init(&quotients_[i], ctx_);
      set(&operands_[i], problem.polynomials[i]);
      if (i == 0) continue;
      quotient_pointers_.push_back(&quotients_[i]);
      divisor_pointers_.push_back(&operands_[i]);
    }
  }
  ~Sparse() override {
    for (fmpz_mpoly_struct& p : operands_) fmpz_mpoly_clear(&p, ctx_);
    for (fmpz_mpoly_struct& p : quotients_) fmpz_mpoly_clear(&p, ctx_);
    fmpz_mpoly_clear(result_, ctx_);
    fmpz_mpoly_ctx_clear(ctx_);
  }

  void run() override {
    const fmpz_mpoly_struct* a = &operands_[0];
    const fmpz_mpoly_struct* b = &operands_[1];
    switch (operation_) {
      case Operation::sparse_mul:
        return fmpz_mpoly_mul(result_, a, b, ctx_);
      case Operation::sparse_add:
        return fmpz_mpoly_add(result_, a, b, ctx_);
      case Operation::sparse_exact_div:
        return static_cast<void>(fmpz_mpoly_divides(result_, a, b, ctx_));
      case Operation::sparse_div_rem:
        return fmpz_mpoly_divrem_ideal(quotient_pointers_.data(), result_, a, divisor_pointers_.data(),
                                       static_cast<slong>(divisor_pointers_.size()), ctx_);
      case Operation::sparse_gcd:
        return static_cast<void>(fmpz_mpoly_gcd(result_, a, b, ctx_));
      default:
        return static_cast<void>(fmpz_mpoly_resultant(result_, a, b, 0, ctx_));
    }
  }

  std::uint64_t fingerprint() override {
    Fingerprint hash;
    if (operation_ == Operation::sparse_div_rem)
      for (const fmpz_mpoly_struct* q : quotient_pointers_) add_terms(hash, q);
    add_terms(hash, result_);
    return hash.value();
  }

 private:
  void set(fmpz_mpoly_struct* p, const SparseInput& input) {
    input.coefficients.for_each([&](std::size_t i, const std::uint64_t* limbs, std::int32_t size) {
      fmpz_t value;
      fmpz_init(value);
      flint_set(value, limbs, size);
      const auto* first = input.exponents.data() + i * variables_;
      const std::vector<ulong> row(first, first + variables_);
      fmpz_mpoly_push_term_fmpz_ui(p, value, row.data(), ctx_);
      fmpz_clear(value);
    });
    fmpz_mpoly_sort_terms(p, ctx_);
  }
  void add_terms(Fingerprint& hash, const fmpz_mpoly_struct* p) {
    std::vector<ulong> exponents(variables_);
    fmpz_t value;
    fmpz_init(value);
    for (slong i = 0; i < fmpz_mpoly_length(p, ctx_); ++i) {
      fmpz_mpoly_get_term_exp_ui(exponents.data(), p, i, ctx_);
      for (const ulong e : exponents) hash.word(e);
      fmpz_mpoly_get_term_coeff_fmpz(value, p, i, ctx_);
      flint_add(hash, value);
    }
    fmpz_clear(value);
  }

  Operation operation_;
  std::size_t variables_;
  fmpz_mpoly_ctx_t ctx_;
  fmpz_mpoly_t result_;
  std::vector<fmpz_mpoly_struct> operands_, quotients_;
  std::vector<fmpz_mpoly_struct*> quotient_pointers_, divisor_pointers_;
};

}  // namespace

std::unique_ptr<Workload> flint_sparse(const Problem& problem) { return std::make_unique<Sparse>(problem); }

}  // namespace polyfork_bench
