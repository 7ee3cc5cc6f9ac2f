// Gcds of coefficient lists that a ring brings along.
#pragma once

#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// A polynomial similar to the gcd of two normalised lists, or nothing where the generic Euclidean algorithm is to be
/// preferred: for p = 2 and very long moduli.
POLYFORK_EXPORT std::optional<IntegerVector> gcd_big_prime(const BigPrimeField& field, const IntegerVector& a,
                                                           const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
