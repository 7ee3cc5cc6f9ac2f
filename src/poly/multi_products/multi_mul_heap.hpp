// Products of sparse polynomials by the heap, one heap for each range of the result's monomials, the ranges in
// parallel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>
#include <polyfork/poly/multi_products/detail/multi_ranges.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Both lists in one layout that holds their products, neither empty, f not longer than g.
struct SparseFactors {
  const PackedMonomials& f;
  const PackedMonomials& g;
  std::size_t ranges = 1;  ///< to cut the product into
};

template <int W, class Sum>
typename Sum::Piece heap_piece(const SparseFactors& factors, const PackedMonomials& bounds, std::size_t r,
                               const typename Sum::Operands& operands, SharedCharge& charge,
                               const ExecutionContext& ctx) {
  const std::size_t words = factors.f.words();
  const MemoryReservation scratch(ctx.memory(), factors.f.size() * (words + 8) * sizeof(std::uint64_t));
  const std::vector<RowRange> rows = rows_of_range(factors.f, factors.g, bounds, r);
  typename Sum::Piece piece;
  std::size_t charged = 0;
  Sum sum(operands);
  const auto emit = [&](const std::uint64_t* monomial) {
    if (!sum.append_to(piece)) return;
    piece.words.insert(piece.words.end(), monomial, monomial + words);
    if (piece.size() % heap_poll_products != 0) return;
    const std::size_t bytes = piece.bytes();
    charge.add(bytes - charged);
    charged = bytes;
  };
  heap_products<W>(factors.f, factors.g, rows, sum, emit, ctx);
  charge.add(piece.bytes() - charged);
  return piece;
}

/// The pieces of the product in descending order. Their bytes are added to the charge.
template <class Sum>
std::vector<typename Sum::Piece> heap_pieces(const SparseFactors& factors, const typename Sum::Operands& operands,
                                             SharedCharge& charge, const ExecutionContext& ctx) {
  const PackedMonomials bounds = range_bounds(factors.f, factors.g, factors.ranges);
  std::vector<typename Sum::Piece> pieces(bounds.size() + 1);
  parallel_for(ctx, pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      switch (factors.f.words()) {
        case 1:
          pieces[r] = heap_piece<1, Sum>(factors, bounds, r, operands, charge, ctx);
          break;
        case 2:
          pieces[r] = heap_piece<2, Sum>(factors, bounds, r, operands, charge, ctx);
          break;
        default:
          pieces[r] = heap_piece<0, Sum>(factors, bounds, r, operands, charge, ctx);
      }
    }
  });
  return pieces;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
