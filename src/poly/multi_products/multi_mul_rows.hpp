// Products of sparse polynomials over Z by merging rows: each row f_i g is sorted already; they are merged two by two.
//
// A step takes no branch that depends on the order of terms, which is as good as random: some 3 ns, log2 #f of them for
// a product, where a heap takes as many mispredicted branches. Equal monomials are added up as soon as they meet, so
// that later passes are shorter. Sums are of 128 bits. It wins where products are few, or have many rows' monomials
// apart from each other; where most of them meet, hashed cells or an array do not move them. Sources: merging is
// folklore; for why not a heap: Johnson 1974, Monagan, Pearce 2007 (who merge by heaps).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/recycled_memory.hpp>
#include <polyfork/core/unset_allocator.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>

#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/multi_scatter.hpp"
#include "poly/rows/product_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Makes `out` such a sum, in the memory that it has if that is enough; the layout's monomials are one word, its keys.
void terms_of_rows(SparseTerms<Integers>& out, const MonomialLayout& layout, std::span<const RowTerm> terms);

/// The rows of a range, as scatter_pieces (multi_scatter.hpp) wants them; for cells of 128 bits.
template <class Cells>
class MergedRows {
 public:
  MergedRows(const ScatterKeys& keys, const WordOperands& operands) : keys_(keys), operands_(operands) {}

  std::size_t run(std::size_t r, RowPointers& rows, IntegerPiece& piece);
  std::size_t bytes() const noexcept {
    return (terms_.capacity() + other_.capacity()) * sizeof(RowTerm) + stretches_.capacity() * sizeof(RowStretch);
  }

 private:
  const ScatterKeys& keys_;
  const WordOperands& operands_;
  /// Neither cleared nor given back to the system from one product to the next.
  using Terms = std::vector<RowTerm, UnsetAllocator<RowTerm, RecyclingAllocator<RowTerm>>>;
  static constexpr std::size_t few_products = 1 << 11;  // of a range: the heap has memory for these at hand
  static constexpr std::size_t recycled_terms = least_recycled_bytes / sizeof(RowTerm) + 1;

  Terms terms_, other_;
  std::vector<RowStretch> stretches_;
};

template <>
std::size_t MergedRows<PairCells>::run(std::size_t r, RowPointers& rows, IntegerPiece& piece);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
