// Bounds of the positive roots by bit lengths alone.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/values/measured_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Exponents (l, u) such that every positive root r of f has 2^l < r < 2^u; nothing when the coefficients show no
/// sign variation, so that there is no positive root. Preconditions: f[0] != 0, last coefficient != 0.
std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const IntegerVector& f,
                                                                             const ExecutionContext& ctx);
/// For f(-x) when `mirrored`.
std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const MeasuredVector& f, bool mirrored,
                                                                             const ExecutionContext& ctx);

/// Every root, complex ones included, has |r| < 2^(the result); of_reciprocals: |1 / r|. Same preconditions.
std::int64_t root_modulus_exponent(const IntegerVector& f, const ExecutionContext& ctx, bool of_reciprocals = false);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
