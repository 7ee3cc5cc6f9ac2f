// The real roots of a polynomial whose coefficients are known approximately.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>

#include "system/points/ball.hpp"
#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A simple root: the polynomials have one sign at the lower end, the other at the upper end.
struct FibreRoot {
  DyadicInterval interval;
  int upper_sign = 0;
};

/// Intervals, ascending and with no inner point in common, such that every polynomial with coefficients in the balls
/// (lowest degree first, in units of 2^-scale) has exactly one root inside each, a simple one, and no other real roots.
/// Empty where the balls are too large to tell that, as they always are where one of the polynomials has a multiple
/// real root. O(n^2) operations on numbers of scale + O(n) bits for a node of the subdivision.
std::optional<std::vector<FibreRoot>> isolate_fibre(const std::vector<Ball>& f, std::int64_t scale,
                                                    const ExecutionContext& ctx);

/// A part of the root's interval that holds the root, as narrow as the balls allow: Newton's iteration in intervals,
/// bisection before it converges. The root is what isolate_fibre or an exact isolation found for polynomials among
/// which those in the balls are.
DyadicInterval narrow_root(const std::vector<Ball>& f, std::int64_t scale, const DyadicInterval& interval,
                           int upper_sign, const ExecutionContext& ctx);

/// -f_0 / f_1; empty where f_1 holds zero.
std::optional<DyadicInterval> linear_root(const std::vector<Ball>& f, std::int64_t scale);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
