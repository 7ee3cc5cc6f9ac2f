// Products in Z/pZ[x] by pieces, where nothing but the schoolbook would fit beside the result: as mul_pieces.cpp.
#include <algorithm>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_method.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Pieces of at most that length, by transforms or the schoolbook.
MulPlan plan_with_pieces(const MulShape& s, std::size_t most, const MulBudget& budget) {
  const PieceParameters lengths{even_piece(s.length_a, most), even_piece(s.length_b, most)};
  const MulShape piece{lengths.length_a, lengths.length_b, s.bits_a, s.bits_b, false, s.modulus};
  MulPlan plan(MulAlgorithm::pieces, s, budget.threads, lengths);
  MulPlan child = mul_zp_transform.plan(piece, budget);
  MulPlan schoolbook = mul_zp_classical.plan(piece, budget);
  if (child.charged().is_never() || schoolbook.predicted_seconds < child.predicted_seconds)
    child = std::move(schoolbook);
  child.reason = "for a pair of pieces";
  const auto pieces_a = static_cast<double>(pieces_of(s.length_a, lengths.length_a));
  const auto pieces_b = static_cast<double>(pieces_of(s.length_b, lengths.length_b));
  const double pairs = s.square ? pieces_a * (pieces_a + 1) / 2 : pieces_a * pieces_b;
  child.times = pairs < 1e18 ? static_cast<std::size_t>(pairs) : SIZE_MAX;
  plan.workspace = bytes_of<std::uint64_t>(Count(lengths.length_a) + lengths.length_b) + child.charged();
  plan.result = zp_result_bytes(s);
  plan.tables = child.tables;
  plan.predicted_seconds =
      pairs * (child.predicted_seconds + 2 * nanosecond * static_cast<double>(product_length(piece)));
  plan.children.push_back(std::move(child));
  return plan;
}

MulPlan plan_zp_pieces(const MulShape& s, const MulBudget& budget) {
  return longest_pieces(s, budget, plan_with_pieces);
}

/// The words from `at` on, and zeros behind the end.
void copy_words(ResidueVector& piece, const ResidueVector& v, std::size_t at) {
  const std::size_t count = std::min(piece.size(), v.size() - at);
  const auto from = v.begin() + static_cast<std::ptrdiff_t>(at);
  std::fill(std::copy_n(from, count, piece.begin()), piece.end(), std::uint64_t{0});
}

void run_zp_pieces(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                   ResidueVector& out, const ExecutionContext& ctx) {
  constexpr std::size_t words_of_a_task = std::size_t{1} << 15;
  const auto& lengths = plan.as<PieceParameters>();
  out.assign(product_length(plan.shape), 0);
  ResidueVector piece_a(lengths.length_a);
  ResidueVector piece_b(lengths.length_b);
  ResidueVector product;
  for (std::size_t i = 0; i < a.size(); i += lengths.length_a) {
    copy_words(piece_a, a, i);
    for (std::size_t j = plan.shape.square ? i : 0; j < b.size(); j += lengths.length_b) {
      ctx.poll();
      copy_words(piece_b, b, j);
      mul_zp_by_plan(plan.children.front(), p, piece_a, piece_b, product, ctx);
      const bool twice = plan.shape.square && i != j;
      const std::size_t at = i + j;
      parallel_for(ctx, std::min(product.size(), out.size() - at), words_of_a_task,
                   [&](std::size_t begin, std::size_t end) {
                     for (std::size_t k = begin; k < end; ++k) {
                       const std::uint64_t x = twice ? p.add(product[k], product[k]) : product[k];
                       out[at + k] = p.add(out[at + k], x);
                     }
                   });
    }
  }
}

}  // namespace

constinit const ZpMulMethod mul_zp_pieces = {MulAlgorithm::pieces, plan_zp_pieces, run_zp_pieces};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
