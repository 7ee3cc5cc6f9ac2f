// Resultants, discriminants and chains of subresultants over Z and Q: the public functions.
//
// Over Q everything is done on numerators: resultants are homogeneous in the coefficients of each operand, of degree
// deg b - j in those of a and deg a - j in those of b for the j-th subresultant.
#include <polyfork/poly/gcd/resultant.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include "poly/gcd/resultant_images.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

Integer resultant(const PolyZ& a, const PolyZ& b, const ExecutionContext& ctx) {
  PolyZ::check(a, b);
  return resultant_integers(a.coefficients(), b.coefficients(), ctx);
}

Rational resultant(const PolyQ& a, const PolyQ& b, const ExecutionContext& ctx) {
  PolyQ::check(a, b);
  if (a.is_zero() || b.is_zero()) return 0;
  const RationalVector& u = a.coefficients();
  const RationalVector& v = b.coefficients();
  Integer r = resultant_integers(u.numerators(), v.numerators(), ctx);
  return {std::move(r), mul(bounded_power(u.denominator(), b.length() - 1, ctx),
                            bounded_power(v.denominator(), a.length() - 1, ctx))};
}

Integer discriminant(const PolyZ& a, const ExecutionContext& ctx) {
  if (a.is_constant()) throw DomainError("a discriminant needs a polynomial that is not constant");
  const auto n = static_cast<std::uint64_t>(a.degree());
  if (n == 1) return 1;
  const Integer r = resultant(a, derivative(a, 1, ctx), ctx);
  return discriminant_from(Integers{}, r, a.leading_coefficient(), n, n - 1);
}

Rational discriminant(const PolyQ& a, const ExecutionContext& ctx) {
  Integer d = discriminant(numerator_polynomial(a), ctx);
  return {std::move(d), bounded_power(a.coefficients().denominator(), 2 * a.length() - 4, ctx)};
}

std::vector<DenseSubresultant<Rationals>> subresultant_chain(const PolyQ& a, const PolyQ& b,
                                                             const ExecutionContext& ctx) {
  PolyQ::check(a, b);
  const bool swapped = a.degree() < b.degree();
  const Integer& long_denominator = (swapped ? b : a).coefficients().denominator();
  const Integer& short_denominator = (swapped ? a : b).coefficients().denominator();
  const std::size_t higher = std::max(a.length(), b.length()) - 1;
  const std::size_t lower = std::min(a.length(), b.length()) - 1;
  std::vector<DenseSubresultant<Rationals>> chain;
  for (auto& s : subresultant_chain(numerator_polynomial(a), numerator_polynomial(b), ctx)) {
    // the first one is b times lc(b)^(deg a - deg b - 1), or b for equal degrees
    const std::size_t rows = std::max<std::size_t>(higher - s.index, 1);
    const Integer denominator =
        mul(bounded_power(long_denominator, lower - s.index, ctx), bounded_power(short_denominator, rows, ctx));
    const std::string variable = s.value.variable();
    chain.push_back(
        {s.index, PolyQ(RationalVector(std::move(s.value).coefficients(), denominator, ctx)).with_variable(variable)});
  }
  return chain;
}

}  // namespace v1
}  // namespace polyfork
