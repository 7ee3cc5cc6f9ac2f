// f at points beyond 1, in fixed point, by the coefficients in reverse.
//
// On 2^(s-1) < |x| < 2^s the terms of f are bounded at 2^s. Where the largest is x^i with i near n, that is up to i
// bits more than it has at x: a value of a few hundred bits takes thousands, all of which Horner's scheme carries
// along. In
//
//   f(x) = x^n g(1/x),   g(w) = a_n + a_(n-1) w + ... + a_0 w^n,
//
// the large terms are the first ones, and no bits are lost. 1/x is cut to as many limbs as the values have, so that a
// step is a product of two numbers of that length: this pays up to some ten limbs, and the rest is left to the direct
// scheme.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"

#include "rootiso/values/point_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Writes the values at those of the points that some hundred bits decide, and returns the others, as indices. All
/// points have the same sign, 2^(s-1) < |x| < 2^s, and values[i] is of points[i]. Returns all where the direct scheme
/// is as fast.
std::vector<std::size_t> undecided_far_values(const MeasuredVector& f, std::int64_t s, bool negative,
                                              const std::vector<const DyadicPoint*>& points,
                                              const std::vector<PointValue*>& values, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
