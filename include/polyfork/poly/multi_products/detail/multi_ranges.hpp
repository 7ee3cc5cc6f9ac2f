// Cutting a sparse product into ranges of its monomials.
//
// Bounds are quantiles of a sample of the products, a grid over both operands: every range gets about equally many
// products. The products of row i that fall into a range are consecutive; where they begin is found for all rows in one
// walk down the staircase, O(#f + #g). Bounds depend on the operands alone, so that results do for any thread count.
// Source: Monagan, Pearce: Parallel sparse polynomial multiplication using heaps, ISSAC 2009 (there the operands are
// cut).
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// At most ranges - 1 monomials, strictly descending: range r holds the products below bound r-1 down to bound r
/// itself. The lists have one layout that holds their products, neither is empty.
POLYFORK_EXPORT PackedMonomials range_bounds(const PackedMonomials& f, const PackedMonomials& g, std::size_t ranges);

/// The rows of range r.
POLYFORK_EXPORT std::vector<RowRange> rows_of_range(const PackedMonomials& f, const PackedMonomials& g,
                                                    const PackedMonomials& bounds, std::size_t r);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
