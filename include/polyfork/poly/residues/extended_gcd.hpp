// Bezout cofactors and the resultant over Z/pZ.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// s a + t b = g.
struct ExtendedGcd {
  PolyZp g;  ///< monic, or zero when a = b = 0
  PolyZp s;
  PolyZp t;
};

/// Euclid's cofactors: deg s < deg b - deg g and deg t < deg a - deg g unless one of a, b divides the other; then one
/// cofactor is zero, that of a when b divides a. By half-gcds, O(M(n) log n). Throws ModulusMismatch for polynomials
/// over different fields.
POLYFORK_EXPORT ExtendedGcd extended_gcd(const PolyZp& a, const PolyZp& b,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());

/// lc(a)^deg(b) times the product of b over the roots of a (with multiplicities); zero when an operand is, 1 for two
/// constants. By half-gcds, O(M(n) log n). Throws ModulusMismatch for polynomials over different fields.
POLYFORK_EXPORT std::uint64_t resultant(const PolyZp& a, const PolyZp& b,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
