// Refinement of many cells of one polynomial together.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Replaces each cell by the one of level `level` around its root; cells that are as fine already stay. Preconditions:
/// f has no rational root in the cells; each has exactly one root, which is simple; none touches zero; ascending,
/// disjoint.
std::vector<DyadicCell> refine_cells(const IntegerVector& f, std::vector<DyadicCell> cells, std::int64_t level,
                                     const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
