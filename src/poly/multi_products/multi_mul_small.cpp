// Short products of sparse polynomials over Z: rows of products in one array, merged two by two.
//
// For at most 1024 products, or a factor of one term, coefficients below 2^60, and products whose monomials fit one
// word: what the general algorithms allocate and decide would take longer than the product itself.
#include "poly/multi_products/multi_mul_small.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <polyfork/core/workspace.hpp>

#include "poly/multi_products/multi_keys.hpp"
#include "poly/multi_products/multi_mul_costs.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_products = 1024;
constexpr std::size_t most_products_by_a_term = 4096;
constexpr unsigned most_bits = 60;

/// f is the shorter one.
bool short_product(std::size_t terms_f, std::size_t terms_g) noexcept {
  const std::size_t n = saturating_mul(terms_f, terms_g);
  return n <= (terms_f == 1 ? most_products_by_a_term : most_products);
}

/// One word of at most 60 bits.
bool all_short(const IntegerVector& v) noexcept {
  for (std::size_t i = 0; i < v.size(); ++i)
    if (std::abs(v.signed_size(i)) > 1 || (*v.row(i) >> most_bits) != 0) return false;
  return true;
}

std::int64_t word_at(const IntegerVector& v, std::size_t i) noexcept {
  const auto magnitude = static_cast<std::int64_t>(*v.row(i));
  return v.signed_size(i) < 0 ? -magnitude : magnitude;
}

/// At least every field's largest value.
std::uint64_t bound(const PackedMonomials& m) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < m.size(); ++i) bits |= m.data()[i];
  return bits;
}

/// All products, row by row, and their sum. Preconditions: one layout of one word, which holds the products.
void merged(SparseTerms<Integers>& out, const PackedMonomials& f, const IntegerVector& f_values,
            const PackedMonomials& g, const IntegerVector& g_values) {
  const std::size_t m = g.size();
  const std::size_t n = f.size() * m;
  Workspace::Frame frame;
  const std::span<RowTerm> terms = frame.allocate<RowTerm>(f.size() == 1 ? n : 2 * n);
  const std::span<RowStretch> rows = frame.allocate<RowStretch>(f.size());
  for (std::size_t i = 0; i < f.size(); ++i) {
    const std::int64_t factor = word_at(f_values, i);
    RowTerm* const row = terms.data() + i * m;
    for (std::size_t j = 0; j < m; ++j) row[j].set(f.data()[i] + g.data()[j], factor, word_at(g_values, j));
    rows[i] = {i * m, (i + 1) * m};
  }
  terms_of_rows(out, f.layout(), merge_rows(terms.data(), f.size() == 1 ? nullptr : terms.data() + n, rows));
}

}  // namespace

bool mul_small(SparseTerms<Integers>& out, const SparseTerms<Integers>& f, const SparseTerms<Integers>& g) {
  const MonomialLayout& layout = f.monomials.layout();
  if (!short_product(f.size(), g.size()) || layout.words > 2 || !all_short(f.coefficients) ||
      !all_short(g.coefficients))
    return false;
  if (layout.words == 1 && layout == g.monomials.layout()) {
    const std::uint64_t bits_f = bound(f.monomials);
    const std::uint64_t bits_g = bound(g.monomials);
    if (layout.bits == 64 ? ((bits_f + bits_g) >> 63) == 0 : ((bits_f + bits_g) & layout.guards()) == 0) {
      merged(out, f.monomials, f.coefficients, g.monomials, g.coefficients);
      return true;
    }
  }
  const MonomialLayout wider = product_layout(f.monomials.maxima(), g.monomials.maxima());
  if (wider.words != 1) return false;
  merged(out, *InLayout(f.monomials, wider), f.coefficients, *InLayout(g.monomials, wider), g.coefficients);
  return true;
}

const char* small_obstacle(const MultiMulShape& s) {
  if (s.modulus != 0 || std::max(s.bits_a, s.bits_b) > most_bits) return "coefficients";
  if (s.words != 1) return "exponents";
  return short_product(std::min(s.terms_a, s.terms_b), std::max(s.terms_a, s.terms_b)) ? nullptr : "operands";
}

void plan_small(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const double rows = 1 + std::log2(static_cast<double>(std::min(s.terms_a, s.terms_b)));
  plan.predicted_seconds = term_products(s) * rows * picoseconds(budget.thresholds.merged_ps);
  plan.reason = "few products of short numbers: without preparation";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
