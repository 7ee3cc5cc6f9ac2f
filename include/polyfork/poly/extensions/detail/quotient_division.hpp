// Division modulo a polynomial over a field.
#pragma once

#include <optional>
#include <utility>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// s with s a = gcd(a, f) modulo f, and the gcd, not normalised: Euclid's algorithm with one cofactor.
template <Field R>
std::pair<DensePoly<R>, DensePoly<R>> half_extended_gcd(const DensePoly<R>& a, const DensePoly<R>& f) {
  DensePoly<R> r0 = f;
  DensePoly<R> r1 = a;
  DensePoly<R> s0(a.ring());
  DensePoly<R> s1 = DensePoly<R>::constant(a.ring(), a.ring().one());
  while (!r1.is_zero()) {
    auto division = div_rem(r0, r1);
    DensePoly<R> s2 = sub(s0, mul(division.quotient, s1));
    r0 = std::exchange(r1, std::move(division.remainder));
    s0 = std::exchange(s1, std::move(s2));
  }
  return {std::move(s0), std::move(r0)};
}

/// A q of degree below that of f with q b = a modulo f, if there is one. Precondition: b not zero, both reduced.
template <Field R>
std::optional<DensePoly<R>> quotient_modulo(const DensePoly<R>& a, const DensePoly<R>& b, const DensePoly<R>& f) {
  const auto [s, g] = half_extended_gcd(b, f);
  if (g.is_constant()) return rem(mul(a, scale(s, a.ring().inverse(g.coefficient(0)))), f);
  // b q = a modulo f is solved by (b/g) q = a/g modulo f/g, where there are no common factors.
  auto division = div_rem(a, g);
  if (!division.remainder.is_zero()) return std::nullopt;
  return rem(mul(division.quotient, s), exact_div(f, g));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
