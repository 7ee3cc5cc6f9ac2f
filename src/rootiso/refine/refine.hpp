// Refinement of dyadic cells around one root.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The cell of level `level` >= cell.k around the one root of f in `cell`. Preconditions: f has opposite signs at the
/// cell's ends, exactly one root inside, which is simple, and no dyadic rational root inside.
DyadicCell refine_cell(const IntegerVector& f, DyadicCell cell, std::int64_t level, const ExecutionContext& ctx);

/// The same by quadratic interval refinement alone.
DyadicCell refine_quadratically(const IntegerVector& f, DyadicCell cell, std::int64_t level,
                                const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
