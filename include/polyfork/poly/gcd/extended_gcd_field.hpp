// Bezout cofactors and inverses modulo a polynomial, over any field. Q, Z and Z/pZ have faster cofactors of their own:
// extended_gcd_q.hpp, poly/residues/extended_gcd.hpp, which inverse_mod uses.
#pragma once

#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/extended_gcd_q.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>

namespace polyfork {
inline namespace v1 {

/// s a + t b = g.
template <Field R>
struct ExtendedGcdOver {
  DensePoly<R> g;  ///< monic, or zero when a = b = 0
  DensePoly<R> s;
  DensePoly<R> t;
};

/// Euclid's algorithm with cofactors: O(deg a deg b) operations of the field, whose elements grow where they can.
/// Degrees of the cofactors as over Z/pZ. Throws ModulusMismatch and DomainError as sums do.
template <Field R>
ExtendedGcdOver<R> extended_gcd(const DensePoly<R>& a, const DensePoly<R>& b,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
  using P = DensePoly<R>;
  const P& named = P::check(a, b);
  const R& ring = a.ring();
  const P zero = P(ring).with_variable(named.variable());
  const P one = P::constant(ring, ring.one()).with_variable(named.variable());
  P r0 = add(a, zero, ctx), r1 = add(b, zero, ctx);
  P s0 = one, s1 = zero, t0 = zero, t1 = one;
  while (!r1.is_zero()) {
    ctx.poll();
    auto [quotient, remainder] = div_rem(r0, r1, ctx);
    r0 = std::exchange(r1, std::move(remainder));
    s0 = std::exchange(s1, sub(s0, mul(quotient, s1, ctx), ctx));
    t0 = std::exchange(t1, sub(t0, mul(quotient, t1, ctx), ctx));
  }
  if (r0.is_zero()) return {zero, zero, zero};
  const auto unit = ring.inverse(r0.leading_coefficient());
  return {scale(r0, unit, ctx), scale(s0, unit, ctx), scale(t0, unit, ctx)};
}

/// The polynomial of degree below deg m whose product with f is 1 modulo m. Throws DomainError when they have a common
/// factor or m is constant, and what sums throw.
template <Field R>
DensePoly<R> inverse_mod(const DensePoly<R>& f, const DensePoly<R>& m,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
  DensePoly<R>::check(f, m);
  if (m.is_constant()) throw DomainError("an inverse modulo a constant");
  auto bezout = extended_gcd(rem(f, m, ctx), m, ctx);
  if (!bezout.g.is_one()) throw DomainError("no inverse: the polynomials have a common factor");
  return std::move(bezout.s);
}

}  // namespace v1
}  // namespace polyfork
