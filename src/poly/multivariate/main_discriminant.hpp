// Discriminants of polynomials in a main variable as resultants of two polynomials of formal degrees n - 1.
//
//   (-1)^(n (n - 1) / 2 + n - 1) n^(n - 2) disc(a) = Res(n a - x a', a'),
// where no power of the leading coefficient is left to divide by; both operands of a trinomial have two terms, but for
// a power of x. With the greatest common divisor k of all exponents, which divides their coefficients,
//   n^(n - 2) disc(a) = +-k^(2 n - 2) Res((n a - x a') / k, a' / k).
// Also disc(x A) = A(0)^2 disc(A). Literature: docs/reference/bibliography.md, [gelfand94].
#pragma once

#include <cstdint>
#include <utility>

#include <polyfork/poly/multivariate/detail/main_list.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The terms c x^e as factor(e) c x^(e - lowered), where that is not zero in the ring.
template <class Coefficients, Ring R, class Factor>
MainList<typename Coefficients::value> weighted(const Coefficients& domain, const R& ring,
                                                const MainList<typename Coefficients::value>& a, std::uint64_t lowered,
                                                const Factor& factor) {
  MainList<typename Coefficients::value> result;
  result.reserve(a.size());
  for (const auto& [e, c] : a) {
    const std::uint64_t k = factor(e);
    if (k != 0 && !ring.is_zero(ring.from_integer(Integer(k)))) result.push_back({e - lowered, domain.multiple(c, k)});
  }
  return result;
}

/// A discriminant of degree n but for a factor: the discriminant is value k^n / (n / k)^(n - 2).
template <class E>
struct UndividedDiscriminant {
  E value;
  std::uint64_t n = 2;
  std::uint64_t k = 1;
};

/// Of a polynomial of positive degree that x^2 does not divide and whose degree, without a factor x, is not zero in the
/// ring; resultant(f, g) for two lists that are not zero.
template <class Coefficients, Ring R, class Resultant>
UndividedDiscriminant<typename Coefficients::value> undivided_discriminant(const Coefficients& domain, const R& ring,
                                                                           MainList<typename Coefficients::value> a,
                                                                           const Resultant& resultant) {
  using E = typename Coefficients::value;
  const bool by_x = a.back().exponent == 1;
  if (by_x)
    for (auto& term : a) --term.exponent;
  const std::uint64_t n = main_degree(a);
  if (n < 2) return {by_x && n == 1 ? domain.product(a.back().coefficient, a.back().coefficient) : domain.one()};
  const std::uint64_t k = main_step(a, 0);
  MainList<E> slope = weighted(domain, ring, a, 1, [k](std::uint64_t e) { return e / k; });
  MainList<E> rest = weighted(domain, ring, a, 0, [n, k](std::uint64_t e) { return (n - e) / k; });
  const std::uint64_t missing = n - 1 - main_degree(rest);
  const E lead = slope.front().coefficient;
  E value = resultant(std::move(rest), std::move(slope));
  if (missing != 0) value = domain.product(value, domain.power(lead, missing));
  if (by_x) value = domain.product(value, domain.product(a.back().coefficient, a.back().coefficient));
  if ((n * (n - 1) / 2 + (n - 1) * (1 + missing)) % 2 != 0) value = domain.negated(value);
  return {std::move(value), n, k};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
