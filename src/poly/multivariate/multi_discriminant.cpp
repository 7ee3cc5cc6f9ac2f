// Discriminants of sparse polynomials over Z, Q and Z/pZ.
//
// A discriminant is a resultant of two polynomials of formal degrees n - 1:
//   (-1)^(n (n - 1) / 2 + n - 1) n^(n - 2) disc(a) = Res(n a - x a', a'),
// where no power of the leading coefficient is left to divide by; both operands of a trinomial have two terms, but for
// a power of x. With the greatest common divisor k of all exponents, which divides their coefficients,
//   n^(n - 2) disc(a) = +-k^(2 n - 2) Res((n a - x a') / k, a' / k).
// Also disc(x A) = A(0)^2 disc(A), disc(c a) = c^(2 n - 2) disc(a). Where the characteristic divides n the definition
// is left. Literature: docs/reference/bibliography.md, [gelfand94].
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "poly/multivariate/multi_rationals.hpp"
#include "poly/multivariate/multi_resultant_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::uint64_t most_discriminant_degree = std::uint64_t{1} << 28;

/// Precondition: base is not zero in the ring.
template <Ring R>
typename R::element power_of(const R& ring, std::uint64_t base, std::uint64_t k, const ExecutionContext& ctx) {
  return bounded_power(ring, ring.from_integer(Integer(base)), k, ctx);
}

template <class P>
P derivative_in(const P& a, std::size_t main, const ExecutionContext& ctx) {
  std::vector<MultiPart<typename P::ring_type>> parts = parts_in(a, main, ctx);
  if (!parts.empty() && parts.back().exponent == 0) parts.pop_back();
  for (auto& part : parts) {
    part.part = scale(part.part, a.ring().from_integer(Integer(part.exponent)), ctx);
    --part.exponent;
  }
  return from_parts(parts, main, a, ctx);
}

/// By the definition, with the rows of a' as of degree n - 1, which it does not have where the characteristic divides n.
template <Ring R>
SparseMultiPoly<R> discriminant_by_definition(const SparseMultiPoly<R>& a, std::size_t main,
                                              const ExecutionContext& ctx) {
  const auto n = static_cast<std::uint64_t>(a.degree(main));
  const SparseMultiPoly<R> slope = derivative_in(a, main, ctx);
  if (slope.is_zero()) return slope;
  const SparseMultiPoly<R> r = resultant(a, slope, a.variables().name(main), ctx);
  const SparseMultiPoly<R> lead = leading_part(a, main, ctx);
  const std::uint64_t m = slope.is_constant() ? 0 : static_cast<std::uint64_t>(slope.degree(main));
  const SparseMultiPoly<R> d =
      m + 1 == n ? multi_divide(r, lead, ctx) : mul(r, pow(lead, n - 2 - m, ctx), ctx);
  return n % 4 == 2 || n % 4 == 3 ? neg(d, ctx) : d;
}

/// The terms c x^e as factor(e) c x^(e - lowered), where that is not zero.
template <Ring R, class Factor>
MainPoly<R> weighted(const MainPoly<R>& a, const R& ring, std::uint64_t lowered, const Factor& factor,
                     const ExecutionContext& ctx) {
  MainPoly<R> result;
  result.reserve(a.size());
  for (const auto& [e, c] : a) {
    const std::uint64_t k = factor(e);
    const typename R::element by = ring.from_integer(Integer(k));
    if (k != 0 && !ring.is_zero(by))
      result.push_back({e - lowered, ChargedMulti<R>(k == 1 ? c.poly() : scale(c.poly(), by, ctx), ctx)});
  }
  return result;
}

/// Of a list that is not zero at x = 0, of degree n > 0, which is not zero in the ring.
template <Ring R>
SparseMultiPoly<R> discriminant_of_list(const MainPoly<R>& a, std::size_t main, const SparseMultiPoly<R>& like,
                                        const ExecutionContext& ctx) {
  const R& ring = like.ring();
  const std::uint64_t n = main_degree(a);
  if (n == 1) return one_like(like);
  const std::uint64_t k = main_step(a, 0);
  const MainPoly<R> slope = weighted(
      a, ring, 1, [&](std::uint64_t e) { return e / k; }, ctx);
  const MainPoly<R> rest = weighted(
      a, ring, 0, [&](std::uint64_t e) { return (n - e) / k; }, ctx);
  const std::uint64_t missing = n - 1 - main_degree(rest);
  SparseMultiPoly<R> r = resultant_of_lists(rest, slope, main, like, ctx);
  if (missing != 0) r = mul(r, pow(slope.front().coefficient.poly(), missing, ctx), ctx);
  const bool negative = (n * (n - 1) / 2 + (n - 1) * (1 + missing)) % 2 != 0;
  // k^(2n-2) / n^(n-2) = k^n / (n/k)^(n-2)
  typename R::element factor = power_of(ring, k, n, ctx);
  if (negative) factor = ring.neg(factor);
  if (!ring.is_one(factor)) r = scale(r, factor, ctx);
  return exact_div_scalar(r, power_of(ring, n / k, n - 2, ctx), ctx);
}

template <Ring R>
SparseMultiPoly<R> discriminant_of(const SparseMultiPoly<R>& a, std::string_view variable,
                                   const ExecutionContext& ctx) {
  const std::size_t main = a.variables().index(variable);
  if (a.degree(main) < 1) throw DomainError("a discriminant needs a polynomial that contains " + std::string(variable));
  const auto n = static_cast<std::uint64_t>(a.degree(main));
  if (n == 1) return one_like(a);
  if (n >= most_discriminant_degree) throw DomainError("discriminants need degrees below 2^28 in their variable");
  const WithoutContent<R> f(a, main, ctx);
  MainPoly<R> list = main_poly(f.rest, main, ctx);
  const std::uint64_t low = list.back().exponent;
  if (low > 1) return SparseMultiPoly<R>(a.ring(), a.variables());
  for (auto& term : list) term.exponent -= low;
  const std::uint64_t degree = n - low;
  if (a.ring().is_zero(a.ring().from_integer(Integer(degree)))) return discriminant_by_definition(a, main, ctx);
  SparseMultiPoly<R> d = discriminant_of_list(list, main, a, ctx);
  if (low == 1) {
    const SparseMultiPoly<R>& last = list.back().coefficient.poly();
    d = mul(d, mul(last, last, ctx), ctx);
  }
  return with_content(d, f, 2 * n - 2, ctx);
}

}  // namespace

}  // namespace detail

using namespace detail;

MultiPolyZ discriminant(const MultiPolyZ& a, std::string_view variable, const ExecutionContext& ctx) {
  return discriminant_of(a, variable, ctx);
}
MultiPolyQ discriminant(const MultiPolyQ& a, std::string_view variable, const ExecutionContext& ctx) {
  const MultiPolyZ d = discriminant_of(numerator_polynomial(a), variable, ctx);
  const auto n = static_cast<std::uint64_t>(a.degree(variable));
  return over_denominator(d, pow(a.coefficients().denominator(), 2 * n - 2), ctx);
}
MultiPolyZp discriminant(const MultiPolyZp& a, std::string_view variable, const ExecutionContext& ctx) {
  return discriminant_of(a, variable, ctx);
}

}  // namespace v1
}  // namespace polyfork
