// Division with remainder of univariate polynomials: Euclidean, monic, pseudo and lazy pseudo.
//
// Every function throws DomainError for b = 0 and for polynomials in different variables, ModulusMismatch for
// polynomials over different rings, and MemoryLimit and Cancelled as its context says.
#pragma once

#include <concepts>
#include <utility>

#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
struct Division {
  DensePoly<R> quotient;
  DensePoly<R> remainder;
};

/// multiplier * a = quotient * b + remainder, deg remainder < deg b.
template <Ring R>
struct PseudoDivision {
  DensePoly<R> quotient;
  DensePoly<R> remainder;
  typename R::element multiplier;
};

/// a = q b + r with deg r < deg b. The leading coefficient of b must be a unit (always so over a field), or every
/// step must happen to divide. Throws DomainError otherwise.
template <Ring R>
Division<R> div_rem(const DensePoly<R>& a, const DensePoly<R>& b,
                    const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const DensePoly<R>& named = DensePoly<R>::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  auto qr = detail::DenseOps<R>::try_div_rem(a.ring(), a.coefficients(), b.coefficients(), ctx);
  if (!qr) throw DomainError("the leading coefficient of the divisor does not divide");
  return {DensePoly<R>::make(std::move(qr->first), named), DensePoly<R>::make(std::move(qr->second), named)};
}

/// The remainder of div_rem, which throws what div_rem throws.
template <Ring R>
DensePoly<R> rem(const DensePoly<R>& a, const DensePoly<R>& b,
                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return div_rem(a, b, ctx).remainder;
}

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
/// The remainder, as rem on the default context.
template <Ring R>
DensePoly<R> operator%(const DensePoly<R>& a, const DensePoly<R>& b) {
  return rem(a, b);
}
template <Ring R>
DensePoly<R>& operator%=(DensePoly<R>& a, const DensePoly<R>& b) {
  return a = rem(a, b);
}
/// By the image of an integer.
template <Ring R, std::integral I>
DensePoly<R> operator%(const DensePoly<R>& a, I b) {
  return rem(a, DensePoly<R>::constant(a.ring(), a.ring().from_integer(Integer(b))));
}
template <Ring R, std::integral I>
DensePoly<R>& operator%=(DensePoly<R>& a, I b) {
  return a = a % b;
}
#endif

/// Division by a monic polynomial, over any ring. Throws DomainError when b is not monic.
template <Ring R>
Division<R> monic_div_rem(const DensePoly<R>& a, const DensePoly<R>& b,
                          const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (!b.is_monic()) throw DomainError("the divisor is not monic");
  return div_rem(a, b, ctx);
}

/// Pseudo-division with multiplier lc(b)^max(deg a - deg b + 1, 0). O((deg a - deg b + 1) deg b) ring operations.
template <Ring R>
PseudoDivision<R> pseudo_div_rem(const DensePoly<R>& a, const DensePoly<R>& b,
                                 const ExecutionContext& ctx = ExecutionContext::default_context());

/// Pseudo-division that multiplies by lc(b) only when a step needs it: the multiplier is lc(b)^e with e the number of
/// nonzero steps.
template <Ring R>
PseudoDivision<R> lazy_pseudo_div_rem(const DensePoly<R>& a, const DensePoly<R>& b,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/division/detail/pseudo_division.inl>
