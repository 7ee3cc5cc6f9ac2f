// Division with remainder of short polynomials over Q (division_rationals_short.cpp).
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/rational_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Quotient and remainder, which may be operands but not one vector; false, with nothing done, where that is for the
/// general algorithm. Preconditions: normalised, b has two coefficients at least, and no more than a.
bool short_div_rem(RationalVector& quotient, RationalVector& remainder, const RationalVector& a,
                   const RationalVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
