// The plan of a product in Z[x] by pieces: the longest pieces that fit.
#include <algorithm>
#include <utility>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Pieces of at most that length, multiplied by what is best for them.
MulPlan plan_with(const MulShape& s, std::size_t most, const MulBudget& budget) {
  const PieceParameters lengths{even_piece(s.length_a, most), even_piece(s.length_b, most)};
  MulPlan plan(MulAlgorithm::pieces, s, budget.threads, lengths);
  MulPlan child = preferred_plan({lengths.length_a, lengths.length_b, s.bits_a, s.bits_b}, budget);
  const auto pieces_a = static_cast<double>(pieces_of(s.length_a, lengths.length_a));
  const auto pieces_b = static_cast<double>(pieces_of(s.length_b, lengths.length_b));
  const double pairs = s.square ? pieces_a * (pieces_a + 1) / 2 : pieces_a * pieces_b;
  child.times = pairs < 1e18 ? static_cast<std::size_t>(pairs) : SIZE_MAX;
  plan.workspace =
      integers_bytes(lengths.length_a, s.bits_a) + integers_bytes(lengths.length_b, s.bits_b) + child.charged();
  plan.result = integers_bytes(product_length(s), product_bits(s));
  plan.tables = child.tables;
  constexpr double row_start = 10;
  constexpr double row_limb = 1;
  const double rows = static_cast<double>(product_length(child.shape)) *
                      (row_start + row_limb * static_cast<double>(limbs_for_bits(product_bits(s))));
  plan.predicted_seconds = pairs * (child.predicted_seconds + nanosecond * rows);
  plan.children.push_back(std::move(child));
  return plan;
}

}  // namespace

MulPlan plan_pieces(const MulShape& s, const MulBudget& budget) { return longest_pieces(s, budget, plan_with); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
