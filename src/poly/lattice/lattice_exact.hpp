// Lattice reduction in exact integers, for lattices that floating point cannot reduce.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/lattice/lattice_reduction.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Replaces linearly independent rows by a basis of the same lattice with |mu_ij| <= 1/2 and Lovasz's condition for
/// 99/100. It always ends: O(n^2 B) steps of O(n) operations on integers of O(n B) bits for n rows of norms up to 2^B.
/// False, with the rows unchanged, where an entry of the result exceeds Lattice::entry_limit.
bool reduce_exactly(std::vector<Lattice::Row>& rows, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
