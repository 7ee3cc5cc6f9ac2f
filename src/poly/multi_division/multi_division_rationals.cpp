// Exact division over Q through Z.
//
// With a = A / d and b = c B / e, B primitive: b divides a over Q if and only if B divides A over Z (Gauss's lemma),
// and the quotient is (A / B) e / (d c).
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

std::optional<SparseTerms<Rationals>> try_exact_div_rationals(bool partial_sums, const SparseTerms<Rationals>& a,
                                                              const SparseTerms<Rationals>& divisor,
                                                              const ExecutionContext& ctx) {
  using TermsZ = SparseTerms<Integers>;
  const Integers z;
  const MemoryReservation copies(ctx.memory(), a.coefficients.bytes() + a.monomials.bytes() +
                                                   divisor.coefficients.bytes() + divisor.monomials.bytes());
  const TermsZ dividend{a.monomials, a.coefficients.numerators()};
  TermsZ primitive{divisor.monomials, divisor.coefficients.numerators()};
  const Integer content = SparseOps<Integers>::content(z, primitive, ctx);
  primitive = *SparseOps<Integers>::try_divide_scalar(z, primitive, content, ctx);
  const TermsZ* const one[] = {&primitive};
  auto result = SparseDivisionOps<Integers>::divide(z, partial_sums, dividend, one, true, ctx);
  if (!result) return std::nullopt;
  TermsZ& quotient = result->quotients.front();
  quotient = SparseOps<Integers>::scale(z, quotient, divisor.coefficients.denominator(), ctx);
  Integer denominator = mul(a.coefficients.denominator(), content);
  return SparseTerms<Rationals>{std::move(quotient.monomials),
                                RationalVector(std::move(quotient.coefficients), std::move(denominator), ctx)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
