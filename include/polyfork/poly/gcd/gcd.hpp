// Content, primitive part, greatest common divisor and square-free decomposition.
//
// Gcds are normalised: over Z with a positive leading coefficient, over fields monic. Unless said otherwise, functions
// of two polynomials throw ModulusMismatch for polynomials over different rings and DomainError for polynomials in
// different variables; every function throws MemoryLimit and Cancelled as its context says.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>

namespace polyfork {
inline namespace v1 {

/// Gcd of the coefficients: nonnegative over Z, over Q the positive rational c with a/c integral and primitive,
/// over other fields 1; zero for the zero polynomial.
template <GcdDomain R>
typename R::element content(const DensePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::DenseOps<R>::content(a.ring(), a.coefficients(), ctx);
}

/// a / content(a); over Z and Q with the sign that a has.
template <GcdDomain R>
DensePoly<R> primitive_part(const DensePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

/// a / lc(a). Throws DomainError for zero.
template <Field R>
DensePoly<R> make_monic(const DensePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

/// Over Z: gcd of the contents times the primitive gcd, positive leading coefficient. Over fields: monic. gcd(0,0)=0.
/// Over Z and Q: images modulo word primes, CRT, proved by trial division (Brown, JACM 1971); over Z/pZ: Euclid,
/// half-gcds for long operands; over other gcd domains: subresultants.
template <GcdDomain R>
DensePoly<R> gcd(const DensePoly<R>& a, const DensePoly<R>& b,
                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const DensePoly<R>& named = DensePoly<R>::check(a, b);
  return DensePoly<R>::make(detail::DenseOps<R>::gcd(a.ring(), a.coefficients(), b.coefficients(), ctx), named);
}

template <Ring R>
struct SquareFreeFactor {
  DensePoly<R> factor;  ///< square-free, primitive with positive leading coefficient (Z) or monic (fields)
  std::uint64_t multiplicity;
};

/// a = unit * prod factor_i^multiplicity_i, factors pairwise coprime and not constant, ascending multiplicities.
template <Ring R>
struct SquareFreeDecomposition {
  /// The constant factor: over Z the content with the sign of lc(a) (2 for 2 x^2), over fields lc(a). It need not be a
  /// unit of the ring.
  typename R::element unit;
  std::vector<SquareFreeFactor<R>> factors;
};

/// Yun's algorithm in characteristic 0 (SYMSAC 1976); p-th roots are taken apart over Z/pZ. For Z and Q a test
/// modulo a word prime comes first. Throws DomainError for the zero polynomial; over rings of characteristic p > 0
/// that are no prime fields also where the degree is at least p after the largest power of x has been taken out.
template <GcdDomain R>
SquareFreeDecomposition<R> square_free_decomposition(const DensePoly<R>& a,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());

/// No square of a nonconstant polynomial divides a. False for zero. Over rings of positive characteristic that are no
/// prime fields, throws DomainError where the gcd with the derivative decides nothing (degree >= characteristic).
template <GcdDomain R>
bool is_square_free(const DensePoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/gcd/detail/square_free.inl>
