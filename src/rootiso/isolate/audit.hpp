// The last check of every isolation: what can be seen of an answer without knowing how it was found.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>

#include "rootiso/check/verify_points.hpp"
#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Checks cells of irrational real roots, of all of them when they are those of the `whole_line`: ascending and
/// disjoint, away from zero and from the rational roots, opposite signs at the ends of each, evaluated anew from the
/// polynomial, and for the whole line a number on each half that Descartes' rule allows, parity included. What this
/// cannot see is a pair of roots that was lost, which only the engine's proofs exclude. Sizes that the search met, of
/// the product or, where that is one in a power of x, of the polynomial in that power, save time. Throws Error: a
/// failure is a fault of this library. O(cells) evaluations.
void audit_cells(const Preprocessed& pre, const std::vector<DyadicCell>& cells, bool whole_line,
                 const std::vector<KnownSize>& sizes, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
