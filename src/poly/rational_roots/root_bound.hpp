// Bounds of the positive roots by bit lengths alone.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/rational_roots/measured_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Exponents (l, u) such that every positive root r of f has 2^l < r < 2^u; nothing when the coefficients show no
/// sign variation, so that there is no positive root. Preconditions: f[0] != 0, last coefficient != 0.
std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const IntegerVector& f,
                                                                             const ExecutionContext& ctx);
/// Exponents (l, u) for the positive roots of f(x), or of f(-x) when `mirrored`; nothing when there is no sign
/// variation. Preconditions: f[0] != 0, last coefficient != 0.
std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const MeasuredVector& f, bool mirrored,
                                                                             const ExecutionContext& ctx);

/// An exponent u with |r| < 2^u for every root r, complex ones included, or with |1 / r| < 2^u when `of_reciprocals`.
/// Preconditions: f[0] != 0, last coefficient != 0.
std::int64_t root_modulus_exponent(const IntegerVector& f, const ExecutionContext& ctx, bool of_reciprocals = false);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
