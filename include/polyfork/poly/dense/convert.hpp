// Conversions between polynomial rings, wherever they exist mathematically.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// Z[x] -> Q[x].
POLYFORK_EXPORT PolyQ to_rational(const PolyZ& a);
/// Q[x] -> Z[x]: the numerators over the common denominator, a * denominator.
POLYFORK_EXPORT PolyZ numerator_polynomial(const PolyQ& a);
POLYFORK_EXPORT PolyZ numerator_polynomial(PolyQ&& a);  ///< takes the numerators over
/// Q[x] -> Z[x]. Throws DomainError when a coefficient is not an integer.
POLYFORK_EXPORT PolyZ to_integer(const PolyQ& a);
/// Coefficients modulo p. From Q: throws DomainError when p divides the denominator.
POLYFORK_EXPORT PolyZp reduce(const PolyZ& a, const PrimeField& field,
                              const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyZp reduce(const PolyQ& a, const PrimeField& field,
                              const ExecutionContext& ctx = ExecutionContext::default_context());
/// The lift with coefficients in (-p/2, p/2].
POLYFORK_EXPORT PolyZ lift(const PolyZp& a);

}  // namespace v1
}  // namespace polyfork
