// Products of sparse polynomials over Z by merging the rows f_i g two by two.
#include "poly/multi_products/multi_mul_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "poly/multi_products/multi_mul_costs.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Two rows on their way into one.
struct Merge {
  const RowTerm* x;
  const RowTerm* x_end;
  const RowTerm* y;
  const RowTerm* y_end;
  RowTerm* to;

  bool unfinished() const noexcept { return x != x_end && y != y_end; }
  void step() noexcept {
    __extension__ using wide = unsigned __int128;
    const bool take_x = x->key >= y->key;
    const bool take_y = y->key >= x->key;
    const std::uint64_t from_x = std::uint64_t{0} - static_cast<std::uint64_t>(take_x);
    const std::uint64_t from_y = std::uint64_t{0} - static_cast<std::uint64_t>(take_y);
    const wide sum =
        ((wide{x->high & from_x} << 64) | (x->low & from_x)) + ((wide{y->high & from_y} << 64) | (y->low & from_y));
    to->key = std::max(x->key, y->key);
    to->low = static_cast<std::uint64_t>(sum);
    to->high = static_cast<std::uint64_t>(sum >> 64);
    to += static_cast<std::ptrdiff_t>(sum != 0);
    x += static_cast<std::ptrdiff_t>(take_x);
    y += static_cast<std::ptrdiff_t>(take_y);
  }
  void finish() noexcept {
    while (unfinished()) step();
    to = std::copy(y, y_end, std::copy(x, x_end, to));
  }
};

}  // namespace

std::span<RowTerm> merge_rows(RowTerm* terms, RowTerm* other, std::span<RowStretch> rows) {
  while (rows.size() > 1) {
    // A sum is written to where its first row stands in the other array: there is room for both.
    const auto merge_of = [&](std::size_t i) {
      const RowStretch x = rows[i];
      const RowStretch y = i + 1 < rows.size() ? rows[i + 1] : RowStretch{};
      return Merge{terms + x.begin, terms + x.end, terms + y.begin, terms + y.end, other + x.begin};
    };
    std::size_t sums = 0;
    const auto enter = [&](std::size_t i, const Merge& m) {
      rows[sums++] = {rows[i].begin, static_cast<std::size_t>(m.to - other)};
    };
    std::size_t i = 0;
    for (; i + 3 < rows.size(); i += 4) {
      // Each step waits for the one before; two merges fill the time.
      Merge a = merge_of(i);
      Merge b = merge_of(i + 2);
      while (a.unfinished() && b.unfinished()) {
        a.step();
        b.step();
      }
      a.finish();
      b.finish();
      enter(i, a);
      enter(i + 2, b);
    }
    for (; i < rows.size(); i += 2) {
      Merge a = merge_of(i);
      a.finish();
      enter(i, a);
    }
    rows = rows.first(sums);
    std::swap(terms, other);
  }
  return rows.empty() ? std::span<RowTerm>{} : std::span<RowTerm>{terms + rows[0].begin, terms + rows[0].end};
}

void terms_of_rows(SparseTerms<Integers>& out, const MonomialLayout& layout, std::span<const RowTerm> terms) {
  std::uint64_t wide = 0;
  for (const RowTerm& t : terms) {
    const auto sign = static_cast<std::uint64_t>(static_cast<std::int64_t>(t.low) >> 63);
    wide |= (t.high ^ sign) | static_cast<std::uint64_t>(t.low == std::uint64_t{1} << 63);
  }
  const std::size_t stride = wide != 0 ? 2 : 1;
  std::uint64_t* const words = remake_terms(out, layout, terms.size(), stride);
  if (terms.empty()) return;
  mp_limb_t* limbs = out.coefficients.row(0);
  std::int32_t* const sizes = unwritten_sizes(out.coefficients);
  if (stride == 1) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      words[i] = terms[i].key;
      store_word(limbs + i, sizes + i, static_cast<std::int64_t>(terms[i].low));
    }
    return;
  }
  for (std::size_t i = 0; i < terms.size(); ++i, limbs += stride) {
    mp_limb_t row[2];
    words[i] = terms[i].key;
    sizes[i] = terms[i].value().to_limbs(row);
    std::copy_n(row, stride, limbs);
  }
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
