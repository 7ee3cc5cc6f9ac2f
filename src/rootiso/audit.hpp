// The last check of every isolation: what can be seen of an answer without knowing how it was found.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>

#include "rootiso/dyadic_cell.hpp"
#include "rootiso/preprocess.hpp"

namespace polyfork::inline v1 {
namespace detail {

/// Checks cells of all irrational real roots: ascending and disjoint, away from zero and from the rational roots,
/// opposite signs at the ends of each, evaluated anew from the polynomial, and on each half-line a number that Descartes'
/// rule allows, parity included. What this cannot see is a pair of roots that was lost, which only the engine's proofs
/// exclude. Throws Error: a failure is a fault of this library. O(cells) evaluations.
void audit_cells(const Preprocessed& pre, const std::vector<DyadicCell>& cells, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
