// Products of sparse polynomials over Z by merging the rows f_i g two by two.
#include "poly/multi_products/multi_mul_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "poly/multi_products/multi_mul_costs.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void terms_of_rows(SparseTerms<Integers>& out, const MonomialLayout& layout, std::span<const RowTerm> terms) {
  const std::size_t stride = row_limbs(terms);
  std::uint64_t* const words = remake_terms(out, layout, terms.size(), stride);
  if (!terms.empty()) write_rows(terms, stride, words, out.coefficients.row(0), unwritten_sizes(out.coefficients));
}

template <>
std::size_t MergedRows<PairCells>::run(std::size_t r, RowPointers& rows, IntegerPiece& piece) {
  const std::uint64_t* const g = keys_.g.data();
  terms_.clear();
  stretches_.clear();
  if (keys_.f.size() * keys_.g.size() > few_products) {
    terms_.reserve(recycled_terms);
    other_.reserve(recycled_terms);
  }
  const std::size_t products = rows.sweep(keys_.low(r), [&](std::size_t i, std::uint32_t begin, std::uint32_t end) {
    const std::size_t at = terms_.size();
    stretches_.push_back({at, at + (end - begin)});
    terms_.resize(at + (end - begin));
    RowTerm* term = terms_.data() + at;
    for (std::uint32_t j = begin; j < end; ++j) (term++)->set(keys_.f[i] + g[j], operands_.f[i], operands_.g[j]);
  });
  if (other_.size() < terms_.size()) other_.resize(terms_.size());
  const std::span<RowTerm> sum = merge_rows(terms_.data(), other_.data(), stretches_);
  piece.reserve(sum.size());
  for (const RowTerm& term : sum) {
    mp_limb_t limbs[2];
    append_integer(piece, limbs, term.value().to_limbs(limbs));
    piece.words.push_back(term.key);
  }
  return products;
}

/// Over Z, with keys, and sums that fit whatever their number is.
const char* merged_obstacle(const MultiMulShape& s) {
  const auto rows = static_cast<std::size_t>(std::bit_width(std::min(s.terms_a, s.terms_b)));
  const bool reached =
      s.modulus == 0 && s.places != 0 && std::max(s.bits_a, s.bits_b) < 64 && s.bits_a + s.bits_b + rows < 128;
  return reached ? nullptr : "coefficients or exponents";
}

void plan_merged(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const MultiMulTuning& t = budget.thresholds;
  const RangeParameters cut = ranges_of_products(s, t.merged_products, t);
  plan.parameters = cut;
  plan.workspace = key_bytes(s);
  const auto rows = static_cast<double>(std::min(s.terms_a, s.terms_b));
  plan.predicted_seconds =
      (term_products(s) * (picoseconds(t.merged_term_ps) + picoseconds(t.merged_ps) * std::log2(rows)) +
       row_seconds(s, cut, t)) /
      budget.threads;
  plan.reason = "predicted to be the fastest: few rows, or monomials that seldom meet";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
