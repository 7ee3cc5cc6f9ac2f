// What a sparse product is prepared with, and how the pieces of its result are put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "poly/multi_products/multi_keys.hpp"
#include "poly/multi_products/multi_mul_heap.hpp"
#include "poly/multi_products/multi_mul_plan.hpp"
#include "poly/multi_products/multi_scatter.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Both operands in the product's layout, the shorter one first, with the ranges of their fields.
class PreparedProduct {
 public:
  PreparedProduct(const PackedMonomials& a, const PackedMonomials& b);

  bool swapped() const noexcept { return swapped_; }
  const MonomialLayout& layout() const noexcept { return layout_; }
  const PackedMonomials& f() const noexcept { return *f_; }
  const PackedMonomials& g() const noexcept { return *g_; }
  /// Terms, words, places and lengths.
  MultiMulShape shape(const ExecutionContext& ctx) const;
  /// Keys with binary radices where they fit, else exact ones. Precondition: shape().places != 0.
  MonomialKeys binary_keys() const;
  MonomialKeys exact_keys() const;
  std::vector<std::uint64_t> keys_f(const MonomialKeys& keys) const { return keys.keys(*f_, range_f_); }
  std::vector<std::uint64_t> keys_g(const MonomialKeys& keys) const { return keys.keys(*g_, range_g_); }

 private:
  bool swapped_;
  FieldRanges range_f_;
  FieldRanges range_g_;
  MonomialLayout layout_;
  InLayout f_;
  InLayout g_;
};

inline constexpr std::uint64_t widest_strip_hole = 1;    ///< absent terms inside a strip (multi_mul_strips.cpp)
inline constexpr double least_strip_products = 10;       ///< of two strips, on average: else terms are taken singly
inline constexpr std::size_t least_stripped_terms = 32;  ///< fewer: not worth the look

/// Bounds for equally many products.
std::vector<std::uint64_t> quantile_bounds(const std::vector<std::uint64_t>& f, const std::vector<std::uint64_t>& g,
                                           std::size_t ranges);
/// Bounds for intervals of equal length, from the top.
std::vector<std::uint64_t> interval_bounds(std::uint64_t top, std::size_t length);
/// Both: intervals of at most `length`, cut where they would hold too many of the products for one task.
std::vector<std::uint64_t> balanced_bounds(const std::vector<std::uint64_t>& f, const std::vector<std::uint64_t>& g,
                                           std::size_t length);

/// The monomials of the pieces, whose words are keys, or monomials already when keys is null. Empties the pieces.
template <class Piece>
PackedMonomials joined_monomials(const MonomialLayout& layout, const MonomialKeys* keys, std::vector<Piece>& pieces,
                                 const ExecutionContext& ctx) {
  std::vector<std::size_t> starts(pieces.size() + 1, 0);
  for (std::size_t p = 0; p < pieces.size(); ++p) starts[p + 1] = starts[p] + pieces[p].size() * layout.words;
  const MemoryReservation reservation(ctx.memory(), starts.back() * sizeof(std::uint64_t));
  MonomialWords words(starts.back());
  parallel_for(ctx, pieces.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      ctx.charge(pieces[p].size());
      if (keys != nullptr)
        keys->unpack(pieces[p].words, layout, words.data() + starts[p]);
      else
        std::copy(pieces[p].words.begin(), pieces[p].words.end(), words.data() + starts[p]);
      pieces[p] = Piece();  // by many threads: freeing takes as long as copying
    }
  });
  return PackedMonomials(layout, std::move(words));
}

/// The product by a plan of the algorithm `heap`; join(pieces) makes the vector of coefficients.
template <class Sum, class Join>
auto heap_product(const MultiMulPlan& plan, const PreparedProduct& product, const typename Sum::Operands& operands,
                  const Join& join, const ExecutionContext& ctx) {
  SharedCharge charge(ctx.memory());
  auto pieces = heap_pieces<Sum>({product.f(), product.g(), plan.cut().ranges}, operands, charge, ctx);
  auto coefficients = join(pieces);
  return std::pair(joined_monomials(product.layout(), nullptr, pieces, ctx), std::move(coefficients));
}

/// The bounds of the plan's ranges.
inline std::vector<std::uint64_t> planned_bounds(const MultiMulPlan& plan, const MonomialKeys& keys,
                                                 const std::vector<std::uint64_t>& f,
                                                 const std::vector<std::uint64_t>& g) {
  const std::size_t ranges = plan.cut().ranges;
  if (plan.algorithm != MultiMulAlgorithm::array) return quantile_bounds(f, g, ranges);
  return balanced_bounds(f, g, static_cast<std::size_t>(keys.places() / ranges) + 1);
}

/// The product by a plan of an algorithm that works range by range on keys.
template <template <class> class Scatter, class Cells, class Join>
auto range_product(const MultiMulPlan& plan, const PreparedProduct& product, const typename Cells::Operands& operands,
                   const Join& join, const ExecutionContext& ctx) {
  PieceArenas arenas(ctx.memory());
  const MemoryReservation reservation(ctx.memory(), plan.workspace.value());
  const bool exact = plan.algorithm == MultiMulAlgorithm::array;
  const MonomialKeys keys = exact ? product.exact_keys() : product.binary_keys();
  const std::vector<std::uint64_t> f = product.keys_f(keys);
  const std::vector<std::uint64_t> g = product.keys_g(keys);
  const ScatterKeys scatter{f, g, planned_bounds(plan, keys, f, g)};
  auto pieces = scatter_pieces<Scatter, Cells>(scatter, operands, plan.cut().block, arenas, ctx);
  auto coefficients = join(pieces);
  return std::pair(joined_monomials(product.layout(), &keys, pieces, ctx), std::move(coefficients));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
