// The plan of a product in Z[x] by pieces: the longest pieces that fit.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_pieces = 1024;  ///< of the longer operand
constexpr std::size_t least_length = 16;   ///< of a piece, for which the schoolbook is best in any case

std::size_t pieces_of(std::size_t length, std::size_t piece) noexcept { return length / piece + (length % piece != 0); }

/// Equal parts of at most `most`.
std::size_t even_piece(std::size_t length, std::size_t most) noexcept {
  return pieces_of(length, pieces_of(length, most));
}

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

MulPlan plan_pieces(const MulShape& s, const MulBudget& budget) {
  const std::size_t longer = std::max(s.length_a, s.length_b);
  MulPlan plan = plan_with(s, pieces_of(longer, 2), budget);
  for (std::size_t pieces = 3; pieces <= most_pieces; pieces += pieces < 4 ? 1 : std::bit_floor(pieces) / 2) {
    if (plan.fits(budget.memory) || longer / pieces < least_length) break;
    plan = plan_with(s, pieces_of(longer, pieces), budget);
  }
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
