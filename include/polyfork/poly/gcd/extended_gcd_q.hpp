// Bezout cofactors over Q and Z.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// s a + t b = g.
struct ExtendedGcdQ {
  PolyQ g;  ///< monic, or zero when a = b = 0
  PolyQ s;
  PolyQ t;
};

/// s a + t b = multiplier g.
struct ExtendedGcdZ {
  PolyZ g;             ///< gcd(a, b): with the gcd of the contents, positive leading coefficient
  Integer multiplier;  ///< positive, the least for which cofactors of the degrees below are integral; 1 when a = b = 0
  PolyZ s;
  PolyZ t;
};

/// Euclid's cofactors: deg s < deg b - deg g and deg t < deg a - deg g unless one of a, b divides the other over Q;
/// then the other one's cofactor is zero, and that of a over Q when each divides the other. Over Z the multiplier then
/// is 1 and s, t are the cofactors of the integers by which a and b are multiples of a primitive polynomial, as short
/// as can be: 6 x and 4 x have s = 1, t = -1. From images modulo word primes: the shorter cofactor of the coprime parts
/// times their resultant is integral, the other one is an exact quotient, which proves both. O(n bits / 62) word
/// extended gcds, n the degree, bits the length of the coefficients. Throws DomainError for polynomials in different
/// variables, MemoryLimit and Cancelled as the context says.
POLYFORK_EXPORT ExtendedGcdQ extended_gcd(const PolyQ& a, const PolyQ& b,
                                          const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT ExtendedGcdZ extended_gcd(const PolyZ& a, const PolyZ& b,
                                          const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
