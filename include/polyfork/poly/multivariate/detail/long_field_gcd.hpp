// Greatest common divisors modulo long primes in several variables by images.
#pragma once

#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic gcd of polynomials in the same variables, neither of which is zero, in at least two of which both have
/// positive degree; empty where the modulus is below 2^62, a degree above 2^20, or points were unlucky again and again.
POLYFORK_EXPORT std::optional<SparseMultiPoly<BigPrimeField>> long_field_gcd(const SparseMultiPoly<BigPrimeField>& a,
                                                                             const SparseMultiPoly<BigPrimeField>& b,
                                                                             const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
