// Discriminants of sparse polynomials over Z, Q and Z/pZ.
//
// By main_discriminant.hpp, for short polynomials in short_resultant.hpp; disc(c a) = c^(2 n - 2) disc(a). Where the
// characteristic divides the degree the definition is left.
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "poly/multivariate/multi_rationals.hpp"
#include "poly/multivariate/multi_resultant_plan.hpp"
#include "poly/multivariate/short_resultant.hpp"

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

/// By the definition, with the rows of a' as of degree n - 1, which it does not have where the characteristic divides
/// n.
template <Ring R>
SparseMultiPoly<R> discriminant_by_definition(const SparseMultiPoly<R>& a, std::size_t main,
                                              const ExecutionContext& ctx) {
  const auto n = static_cast<std::uint64_t>(a.degree(main));
  SparseMultiPoly<R> slope = derivative_in(a, main, ctx);
  if (slope.is_zero()) return slope;
  const SparseMultiPoly<R> r = resultant(a, slope, a.variables().name(main), ctx);
  const SparseMultiPoly<R> lead = leading_part(a, main, ctx);
  const std::uint64_t m = slope.is_constant() ? 0 : static_cast<std::uint64_t>(slope.degree(main));
  const SparseMultiPoly<R> d = m + 1 == n ? multi_divide(r, lead, ctx) : mul(r, pow(lead, n - 2 - m, ctx), ctx);
  return n % 4 == 2 || n % 4 == 3 ? neg(d, ctx) : d;
}

template <Ring R>
SparseMultiPoly<R> divided(UndividedDiscriminant<SparseMultiPoly<R>> d, const ExecutionContext& ctx) {
  const R& ring = d.value.ring();
  if (d.k != 1) d.value = scale(d.value, power_of(ring, d.k, d.n, ctx), ctx);
  return d.n == 2 || d.n == d.k ? d.value : exact_div_scalar(d.value, power_of(ring, d.n / d.k, d.n - 2, ctx), ctx);
}

template <Ring R>
SparseMultiPoly<R> discriminant_of(const SparseMultiPoly<R>& a, std::string_view variable,
                                   const ExecutionContext& ctx) {
  const std::size_t main = a.variables().index(variable);
  if (a.degree(main) < 1) throw DomainError("a discriminant needs a polynomial that contains " + std::string(variable));
  const auto n = static_cast<std::uint64_t>(a.degree(main));
  if (n == 1) return one_like(a);
  if (n >= most_discriminant_degree) throw DomainError("discriminants need degrees below 2^28 in their variable");
  constexpr double little = 20000;  // nanoseconds
  const std::uint64_t low = smallest_exponents(a)[main];
  if (low > 1) return SparseMultiPoly<R>(a.ring(), a.variables());
  if (a.ring().is_zero(a.ring().from_integer(Integer(n - low)))) return discriminant_by_definition(a, main, ctx);
  if (auto d = short_discriminant(a, main, little, ctx)) return divided(*std::move(d), ctx);
  const WithoutContent<R> f(a, main, ctx);
  const MultiCoefficients<R> domain(a, ctx);
  const auto resultant = [&](MainPoly<R> u, MainPoly<R> v) {
    return ChargedMulti<R>(resultant_of_lists(std::move(u), std::move(v), main, a, ctx), ctx);
  };
  auto [value, degree, k] = undivided_discriminant(domain, a.ring(), main_poly(f.rest, main, ctx), resultant);
  const SparseMultiPoly<R> d = divided<R>({std::move(value).take(), degree, k}, ctx);
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
