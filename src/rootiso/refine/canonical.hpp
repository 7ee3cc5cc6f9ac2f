// From any isolating cells to the canonical answer.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Replaces each cell by the coarsest standard dyadic cell around its root whose closure contains no other root of g,
/// none of the rational points, and not zero. The result depends on the roots alone. Preconditions: cells disjoint,
/// ascending, each around one simple root of g, together around all of them, none touching zero; g without rational
/// roots; points ascending.
std::vector<DyadicCell> canonical_cells(const IntegerVector& g, const std::vector<DyadicCell>& cells,
                                        const std::vector<Rational>& points, const ExecutionContext& ctx);

/// The smallest level k with 2^-k <= width. Precondition: width > 0.
std::int64_t level_of_width(const Rational& width);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
