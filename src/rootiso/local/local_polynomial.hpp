// A polynomial seen from an interval: coefficients in t with x = lower + (upper - lower) t.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A positive multiple of g(lower + (upper - lower) t) with integer coefficients: t in (0, 1) runs through the
/// interval. O(n^2) operations on integers of up to bits(g) + n bits(ends). Preconditions: g not empty, lower < upper.
FixedRows local_polynomial(const IntegerVector& g, const Rational& lower, const Rational& upper,
                           const ExecutionContext& ctx);

/// Number of real roots of g in the open interval, counting stops at `limit`: Descartes' test, bisecting while it does
/// not decide. Preconditions: g square-free without rational roots (a constant has none), lower < upper.
std::size_t count_roots_inside(const IntegerVector& g, const Rational& lower, const Rational& upper, std::size_t limit,
                               const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
