// From cells of y = 1/x to cells of x.
//
// The inverse of a cell with one root is an interval with one root, whose ends are no dyadic numbers as a rule. From a
// standard cell that certainly has the root and another one's, the descent goes by the middles: where one lies outside
// the interval it is known on which side the root is, else the sign of f there tells. It ends at the first cell without
// another root; f is needed there only where an end lies inside the other's interval. So fewer than one sign for
// each root is evaluated as a rule, and the signs of all roots are evaluated together.
#pragma once

#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "rootiso/local/local_tree.hpp"
#include "rootiso/values/dyadic_cell.hpp"
#include "rootiso/values/point_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// For the cells, ascending and on one half-line, each with one root of x^n f(1/x), the certain signs of that at the
/// ends (0: the lower end is the root): disjoint standard cells, ascending, each with the one root of f that is the
/// inverse and without other roots of f on this list. None touches zero; a root that is an end is the lower one.
/// Precondition: f has no roots in the annuli of these but those on the list. `expected` sizes of f save time.
std::vector<DyadicCell> cells_of_inverses(const MeasuredVector& f, const std::vector<MonotoneCell>& inverses,
                                          const ExecutionContext& ctx, std::span<const ExpectedSize> expected = {});

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
