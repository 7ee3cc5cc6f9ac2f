// The checker's list of the dyadic annuli that no dominating term excludes.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The exponents j, ascending, such that every positive root lies in one of the closed annuli [2^j, 2^(j+1)]; one that
/// is not listed has none, its ends included. With `mirrored`, of f(-x). O(n) for each annulus within the bounds.
/// Precondition: f[0] != 0.
std::vector<std::int64_t> annuli_to_cover(const IntegerVector& f, bool mirrored, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
