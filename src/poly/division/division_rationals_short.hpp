// Division with remainder of short polynomials over Q (division_rationals_short.cpp).
#pragma once

#include <optional>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/rational_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Quotient and remainder; nothing where that is for the general algorithm. Preconditions: normalised, b has two
/// coefficients at least, and no more than a.
std::optional<std::pair<RationalVector, RationalVector>> short_div_rem(const RationalVector& a, const RationalVector& b,
                                                                       const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
