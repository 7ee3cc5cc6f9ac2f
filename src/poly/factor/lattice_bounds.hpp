// Proved lower bounds for Gram-Schmidt norms.
#pragma once

#include <cstddef>

#include "poly/factor/lattice_reduction.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The least m such that the Gram-Schmidt norms of the rows m + 1, m + 2, ... are proved to be larger than the square
/// root of the bound: by doubles with an error bound where that decides, else by exact determinants.
std::size_t proved_rank(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx);

/// Such an m by doubles alone, the size of the matrix where they prove nothing; and by determinants alone, exactly.
std::size_t rank_by_doubles(const GramMatrix& gram, LatticeNorm squared_norm, bool& decided);
std::size_t rank_by_determinants(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
