// Whether the Jacobian matrix is invertible at the points that a univariate representation describes.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: the roots of f are simple, and at every point of the representation the Jacobian matrix of the equations, of
/// which there are as many as variables, is invertible: a prime has shown both. False: a few primes have not. About
/// n^3 / 3 products modulo f. Throws Cancelled and MemoryLimit.
bool has_invertible_jacobian(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r,
                             const ExecutionContext& ctx);

/// Whether the roots of f are simple, by a prime; false where a few primes do not tell.
bool is_square_free_modulo_a_prime(const PolyZ& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
