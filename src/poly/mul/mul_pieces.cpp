// Products in Z[x] by pieces: both operands are cut, and each pair of pieces is multiplied by the plan's child.
//
// Cost: that of the pairs, for a square of those on and above the diagonal, and one addition to a row of the result for
// each coefficient of their products. Memory: a piece of either operand, and the product of two with its scratch: with
// k pieces of an operand about a k-th of what the child would take for the whole, and k times its time, where that is
// nearly linear. So it is for results near the memory cap, where the schoolbook alone would be left.
#include <algorithm>

#include <polyfork/core/parallel.hpp>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The coefficients of v from `at` on, and zeros behind its end.
void copy_piece(IntegerVector& piece, const IntegerVector& v, std::size_t at, const ExecutionContext& ctx) {
  parallel_for(ctx, piece.size(), rows_of_a_task(piece.stride(0)), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) piece.assign(i, at + i < v.size() ? v[at + i] : IntegerView());
  });
}

/// result[at + k] += product[k]; what lies behind the result's end is zero.
void add_product(IntegerVector& result, const IntegerVector& product, std::size_t at, const ExecutionContext& ctx) {
  const std::size_t length = std::min(product.size(), result.size() - at);
  parallel_for(ctx, length, rows_of_a_task(result.stride(0)), [&](std::size_t begin, std::size_t end) {
    ctx.poll();
    for (std::size_t k = begin; k < end; ++k)
      result.set_signed_size(at + k, add_rows(result.row(at + k), result[at + k], product[k]));
  });
}

}  // namespace

IntegerVector mul_pieces(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                         const ExecutionContext& ctx) {
  const MulShape& s = plan.shape;
  const auto& lengths = plan.as<PieceParameters>();
  const MulPlan& child = plan.children.front();
  IntegerVector result(product_length(s), limbs_for_bits(product_bits(s)));
  IntegerVector piece_a(lengths.length_a, limbs_for_bits(s.bits_a));
  IntegerVector piece_b(lengths.length_b, limbs_for_bits(s.bits_b));
  for (std::size_t i = 0; i < a.size(); i += lengths.length_a) {
    copy_piece(piece_a, a, i, ctx);
    if (piece_a.max_limbs(ctx) == 0) continue;
    for (std::size_t j = s.square ? i : 0; j < b.size(); j += lengths.length_b) {
      copy_piece(piece_b, b, j, ctx);
      if (piece_b.max_limbs(ctx) == 0) continue;
      const IntegerVector product = mul_by_plan(child, piece_a, piece_b, ctx);
      add_product(result, product, i + j, ctx);
      if (s.square && i != j) add_product(result, product, i + j, ctx);
    }
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
