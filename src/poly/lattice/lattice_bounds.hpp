// Proved lower bounds for Gram-Schmidt norms.
#pragma once

#include <cstddef>

#include "poly/lattice/lattice_reduction.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An m such that the Gram-Schmidt norms of the rows m + 1, m + 2, ... are proved to be larger than the square root of
/// the bound: the least one as a rule, the number of rows where doubles find the last norm too small.
std::size_t proved_rank(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx);

/// The parts of it. An estimate by doubles, which proves nothing; a proof in floating point, which may not decide;
/// determinants, exactly.
bool nothing_to_remove(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx);
std::size_t rank_by_rounding(const GramMatrix& gram, LatticeNorm squared_norm, bool& decided,
                             const ExecutionContext& ctx);
std::size_t rank_by_determinants(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx);

/// Bytes of a triangular matrix of minors of the Gram matrix, which Hadamard's inequality bounds.
std::size_t minor_bytes(const GramMatrix& gram);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
