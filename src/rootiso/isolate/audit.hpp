// The last check of every isolation, which does not depend on how the answer was found.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>

#include "rootiso/check/verify_points.hpp"
#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Checks the cells of irrational real roots, all of them when `whole_line`: they must be ascending and disjoint, away
/// from zero and from the rational roots, with opposite signs at the ends of each, evaluated anew from the polynomial.
/// For the whole line their number on each half must be one that Descartes' rule allows, parity included. A pair of
/// roots that was lost is not seen; only the proofs of the search exclude that. `sizes` that the search met, those of
/// pre.core(), save time. Throws Error: a failure is a fault of this library. O(cells) evaluations.
void audit_cells(const Preprocessed& pre, const std::vector<DyadicCell>& cells, bool whole_line,
                 const std::vector<KnownSize>& sizes, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
