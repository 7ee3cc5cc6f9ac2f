// Roots of polynomials in a power of x, P(x) = Q(x^h), from those of Q.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/dense/deflation.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An interval around the h-th powers of the numbers in the given one, widened to powers of two at both ends, so that
/// with a root it has the whole dyadic annulus around that. For even h the absolute values count.
std::pair<Rational, Rational> deflated_interval(const std::pair<Rational, Rational>& interval, std::size_t h);

/// The real h-th root of s, the positive one for even h, when it is rational. Precondition: s > 0 or h odd.
std::optional<Rational> rational_power_root(const Rational& s, std::size_t h);

/// Disjoint standard dyadic cells, ascending, around the real roots of x^h = s, s the root of q in one of the cells or
/// one of the points. No cell touches zero; none has a rational root inside but by chance those of other polynomials.
/// Preconditions: the cells ascending, disjoint, none touching zero, each with one root of q, which is simple and not
/// rational; points ascending, not zero, outside of the cells' roots, no rational h-th power. h >= 2; for even h only
/// the positive cells and points count. O(log) rounds of evaluations of q at the middles of cells.
std::vector<DyadicCell> power_root_cells(const IntegerVector& q, const std::vector<DyadicCell>& cells,
                                         const std::vector<Rational>& points, std::size_t h,
                                         const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
