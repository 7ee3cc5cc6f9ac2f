// Bounds of the positive roots by bit lengths alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// The bit lengths of the coefficients with their signs, 0 for zeros: all that the bounds look at, and again and again.
std::vector<std::int64_t> signed_lengths(const IntegerVector& f, const ExecutionContext& ctx);

/// Exponents (l, u) such that every positive root r of f has 2^l < r < 2^u; nothing when the coefficients show no
/// sign variation, so that there is no positive root. Preconditions: f[0] != 0, last coefficient != 0.
std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const IntegerVector& f,
                                                                             const ExecutionContext& ctx);
/// The same by signed_lengths, for f(-x) when `mirrored`.
std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(std::span<const std::int64_t> lengths,
                                                                             bool mirrored,
                                                                             const ExecutionContext& ctx);

/// Every root, complex ones included, has |r| < 2^(the result); of_reciprocals: |1 / r|. Same preconditions.
std::int64_t root_modulus_exponent(const IntegerVector& f, const ExecutionContext& ctx, bool of_reciprocals = false);

}  // namespace detail
}  // namespace polyfork::inline v1
