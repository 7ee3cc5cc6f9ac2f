// Short products of sparse polynomials over Z without plan, keys in vectors, ranges and pieces: what the general
// algorithms allocate and decide would take longer than the product itself.
//
// Coefficients are below 2^60 and the product's monomials fit one word. Where the product fills enough of its box of
// exponents and sums are words, products are added to cells of the box, which are then read from the top, monomials by
// counting (as `array` does); else rows of products stand in one array and are merged two by two (as `merged` does).
// Scratch memory is the thread's.
#include "poly/multi_products/multi_mul_small.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_keys.hpp"
#include "poly/multi_products/multi_mul_costs.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t few_products = 1024;  // always made here
constexpr std::size_t most_products = std::size_t{1} << 14;
constexpr std::size_t most_products_by_a_term = 4096;
constexpr unsigned most_bits = 60;
constexpr std::size_t least_box_products = 64;  // fewer are merged before the box is known
constexpr std::uint64_t most_cells = std::uint64_t{1} << 15;
constexpr std::uint64_t places_per_product = 4;
constexpr std::size_t cell_bits = 62;

enum class Way { none, rows, box };

/// The most places of a box that is worth its cells.
std::uint64_t worthy_cells(std::size_t products) noexcept {
  return std::min<std::uint64_t>(most_cells, places_per_product * products);
}

/// How so many products are made, f being the shorter factor; places: of the box, 0 for more than can be counted.
Way short_way(std::size_t terms_f, std::size_t products, std::size_t bits, std::uint64_t places) noexcept {
  if (products > (terms_f == 1 ? most_products_by_a_term : most_products)) return Way::none;
  const bool dense = places != 0 && places <= worthy_cells(products);
  const bool words = bits + static_cast<std::size_t>(std::bit_width(terms_f)) <= cell_bits;
  if (dense && words && terms_f != 1 && products >= least_box_products) return Way::box;
  // Where many products meet that cells of words do not hold, `array` is better than merging.
  const bool apart = places == 0 || places > places_per_product * products;
  return products <= few_products || terms_f == 1 || apart ? Way::rows : Way::none;
}

/// One word of at most 60 bits.
bool all_short(const IntegerVector& v) noexcept {
  for (std::size_t i = 0; i < v.size(); ++i)
    if (std::abs(v.signed_size(i)) > 1 || (*v.row(i) >> most_bits) != 0) return false;
  return true;
}

/// The bits of the longest. Precondition: all_short.
std::size_t joined_bits(const IntegerVector& v) noexcept {
  mp_limb_t joined = 0;
  for (std::size_t i = 0; i < v.size(); ++i) joined |= *v.row(i);
  return static_cast<std::size_t>(std::bit_width(joined));
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

/// The box of a product's exponents, no more than some thousand places.
class SmallBox {
 public:
  /// False, if it has more than `most` places. Precondition: one layout of one word, neither factor is empty.
  bool make(const PackedMonomials& f, const PackedMonomials& g, std::uint64_t most) noexcept {
    const MonomialLayout& layout = f.layout();
    mask_ = layout.largest();
    for (std::size_t k = 0; k < layout.fields; ++k) {
      const unsigned shift = layout.shift(k);
      const Range of_f = range(f, shift);
      const Range of_g = range(g, shift);
      const std::uint64_t radix = (of_f.largest - of_f.least) + (of_g.largest - of_g.least) + 1;
      base_ += (of_f.least + of_g.least) << shift;
      if (radix == 1) continue;
      if (radix > most / places_) return false;
      places_ *= radix;
      fields_[varying_++] = {shift, radix, of_f.least, of_g.least};
    }
    return true;
  }
  std::size_t places() const noexcept { return static_cast<std::size_t>(places_); }
  /// Places of monomials in the box, those of f, or of g.
  void keys(const PackedMonomials& m, bool of_f, std::uint32_t* to) const noexcept {
    for (std::size_t i = 0; i < m.size(); ++i) {
      const std::uint64_t word = m.data()[i];
      std::uint64_t key = 0;
      for (std::size_t k = 0; k < varying_; ++k) {
        const Field& field = fields_[k];
        key = key * field.radix + ((word >> field.shift) & mask_) - (of_f ? field.least_f : field.least_g);
      }
      to[i] = static_cast<std::uint32_t>(key);
    }
  }
  /// Rows of cells, along the last field that varies.
  std::size_t rows() const noexcept { return places() / row_length(); }
  std::size_t row_length() const noexcept {
    return varying_ == 0 ? 1 : static_cast<std::size_t>(fields_[varying_ - 1].radix);
  }
  /// The terms of the cells that are not zero, `count` of them, which take the place of `out`; filled: which rows have
  /// any.
  void write(const std::int64_t* cells, const std::uint32_t* filled, std::size_t count, const MonomialLayout& layout,
             SparseTerms<Integers>& out) const {
    std::uint64_t* const words = remake_terms(out, layout, count, 1);
    if (count == 0) return;
    mp_limb_t* const limbs = out.coefficients.row(0);
    std::int32_t* const sizes = unwritten_sizes(out.coefficients);
    const Field last = varying_ == 0 ? Field{0, 1, 0, 0} : fields_[varying_ - 1];
    const std::size_t outer = varying_ == 0 ? 0 : varying_ - 1;
    std::array<std::uint64_t, 64> digits;
    std::uint64_t word = base_;
    for (std::size_t k = 0; k < outer; ++k) {
      digits[k] = fields_[k].radix - 1;
      word += digits[k] << fields_[k].shift;
    }
    std::size_t n = 0;
    for (std::size_t row = rows(); row-- != 0;) {
      const std::int64_t* const values = cells + row * row_length();
      for (std::size_t d = filled[row] == 0 ? 0 : row_length(); d-- != 0;) {
        const std::int64_t value = values[d];
        if (value == 0) continue;
        words[n] = word + (static_cast<std::uint64_t>(d) << last.shift);
        store_word(limbs + n, sizes + n, value);
        ++n;
      }
      std::size_t k = outer;
      for (; k != 0 && digits[k - 1] == 0; --k) {
        digits[k - 1] = fields_[k - 1].radix - 1;
        word += digits[k - 1] << fields_[k - 1].shift;
      }
      if (k == 0) break;
      --digits[k - 1];
      word -= std::uint64_t{1} << fields_[k - 1].shift;
    }
  }

 private:
  struct Range {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t largest = 0;
  };
  struct Field {
    unsigned shift;
    std::uint64_t radix;
    std::uint64_t least_f;
    std::uint64_t least_g;
  };
  Range range(const PackedMonomials& m, unsigned shift) const noexcept {
    Range r;
    for (std::size_t i = 0; i < m.size(); ++i) {
      const std::uint64_t value = (m.data()[i] >> shift) & mask_;
      r.least = std::min(r.least, value);
      r.largest = std::max(r.largest, value);
    }
    return r;
  }

  std::array<Field, 64> fields_;  // those that vary; a word has no more
  std::size_t varying_ = 0;
  std::uint64_t mask_ = 0;
  std::uint64_t base_ = 0;  // the least fields
  std::uint64_t places_ = 1;
};

/// A factor in the product's layout.
struct Factor {
  const PackedMonomials& monomials;
  const IntegerVector& values;
};

void by_box(SparseTerms<Integers>& out, const SmallBox& box, const Factor& f, const Factor& g) {
  const std::size_t n = f.values.size();
  const std::size_t m = g.values.size();
  Workspace::Frame frame;
  const std::span<std::int64_t> cells = frame.allocate<std::int64_t>(box.places());
  const std::span<std::int64_t> values = frame.allocate<std::int64_t>(m);
  const std::span<std::uint32_t> keys = frame.allocate<std::uint32_t>(n + m);
  std::fill(cells.begin(), cells.end(), 0);
  box.keys(f.monomials, true, keys.data());
  box.keys(g.monomials, false, keys.data() + n);
  for (std::size_t j = 0; j < m; ++j) values[j] = word_at(g.values, j);
  const std::uint32_t* const keys_g = keys.data() + n;
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t* const row = cells.data() + keys[i];
    const std::int64_t factor = word_at(f.values, i);
    for (std::size_t j = 0; j < m; ++j) row[keys_g[j]] += factor * values[j];
  }
  const std::span<std::uint32_t> filled = frame.allocate<std::uint32_t>(box.rows());
  const std::size_t length = box.row_length();
  std::size_t count = 0;
  const std::int64_t* cell = cells.data();
  for (std::uint32_t& here : filled) {
    here = 0;
    for (std::size_t d = 0; d < length; ++d) here += static_cast<std::uint32_t>(*cell++ != 0);
    count += here;
  }
  box.write(cells.data(), filled.data(), count, f.monomials.layout(), out);
}

/// All products, row by row, and their sum.
void by_rows(SparseTerms<Integers>& out, const Factor& f, const Factor& g) {
  const std::size_t m = g.values.size();
  const std::size_t n = f.values.size() * m;
  Workspace::Frame frame;
  const std::span<RowTerm> terms = frame.allocate<RowTerm>(f.values.size() == 1 ? n : 2 * n);
  const std::span<RowStretch> rows = frame.allocate<RowStretch>(f.values.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t factor = word_at(f.values, i);
    const std::uint64_t key = f.monomials.data()[i];
    RowTerm* const row = terms.data() + i * m;
    for (std::size_t j = 0; j < m; ++j) row[j].set(key + g.monomials.data()[j], factor, word_at(g.values, j));
    rows[i] = {i * m, (i + 1) * m};
  }
  terms_of_rows(out, f.monomials.layout(),
                merge_rows(terms.data(), rows.size() == 1 ? nullptr : terms.data() + n, rows));
}

/// Preconditions: one layout of one word, which holds the products.
bool by_the_way(SparseTerms<Integers>& out, const Factor& f, const Factor& g, std::size_t bits,
                const ExecutionContext& ctx) {
  const std::size_t products = f.values.size() * g.values.size();
  SmallBox box;
  const bool boxed =
      products >= least_box_products && f.values.size() != 1 &&
      box.make(f.monomials, g.monomials, std::max(worthy_cells(products), places_per_product * products));
  const Way way = short_way(f.values.size(), products, bits, boxed ? box.places() : 0);
  if (way == Way::none) return false;
  ctx.poll();
  const std::size_t scratch = way == Way::box ? box.places() * sizeof(std::int64_t) : 2 * products * sizeof(RowTerm);
  const MemoryReservation reservation =
      reserve_unless_short(ctx, scratch + vector_bytes(products, 2 * products) + products * sizeof(std::uint64_t));
  way == Way::box ? by_box(out, box, f, g) : by_rows(out, f, g);
  return true;
}

}  // namespace

bool mul_small(SparseTerms<Integers>& out, const SparseTerms<Integers>& f, const SparseTerms<Integers>& g,
               const ExecutionContext& ctx) {
  const MonomialLayout& layout = f.monomials.layout();
  const std::size_t products = saturating_mul(f.size(), g.size());
  if (products > (f.size() == 1 ? most_products_by_a_term : most_products) || layout.words > 2 ||
      !all_short(f.coefficients) || !all_short(g.coefficients))
    return false;
  const std::size_t bits = joined_bits(f.coefficients) + joined_bits(g.coefficients);
  if (layout.words == 1 && layout == g.monomials.layout()) {
    const std::uint64_t bits_f = bound(f.monomials);
    const std::uint64_t bits_g = bound(g.monomials);
    if (layout.bits == 64 ? ((bits_f + bits_g) >> 63) == 0 : ((bits_f + bits_g) & layout.guards()) == 0)
      return by_the_way(out, {f.monomials, f.coefficients}, {g.monomials, g.coefficients}, bits, ctx);
  }
  const MonomialLayout wider = product_layout(f.monomials.maxima(), g.monomials.maxima());
  if (wider.words != 1) return false;
  return by_the_way(out, {*InLayout(f.monomials, wider), f.coefficients},
                    {*InLayout(g.monomials, wider), g.coefficients}, bits, ctx);
}

const char* small_obstacle(const MultiMulShape& s) {
  if (s.modulus != 0 || std::max(s.bits_a, s.bits_b) > most_bits) return "coefficients";
  if (s.words != 1) return "exponents";
  const std::size_t products = saturating_mul(s.terms_a, s.terms_b);
  const Way way = short_way(std::min(s.terms_a, s.terms_b), products, s.bits_a + s.bits_b, s.places);
  return way == Way::none ? "operands" : nullptr;
}

void plan_small(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const std::size_t shorter = std::min(s.terms_a, s.terms_b);
  const bool box = short_way(shorter, saturating_mul(s.terms_a, s.terms_b), s.bits_a + s.bits_b, s.places) == Way::box;
  const double rows = box ? 1 : 1 + std::log2(static_cast<double>(shorter));
  plan.predicted_seconds = term_products(s) * rows * picoseconds(budget.thresholds.merged_ps);
  plan.reason = "few products of short numbers: without preparation";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
