// Sums of short products of sparse polynomials over Z and Z/pZ without plan, keys in vectors, ranges and pieces: what
// the general algorithms allocate and decide would take longer than the products themselves. A product is a sum of one.
//
// Coefficients over Z are below 2^60 and the products' monomials fit one word. Where the products fill enough of the
// box of their exponents, they are added to cells of the box, which are then read from the top, monomials by counting
// (as `array` does); else rows of products stand in one array and are merged two by two (as `merged` does). Scratch
// memory is the thread's.
#include "poly/multi_products/multi_mul_small.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <optional>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_mul_costs.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_small_box.hpp"
#include "poly/multi_products/multi_sums.hpp"
#include "poly/rows/product_rows.hpp"
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
constexpr std::size_t most_boxed_products = std::size_t{1} << 18;  // of several factors: some 300 us
constexpr std::size_t least_box_products = 64;                     // fewer are merged before the box is known
constexpr std::uint64_t most_cells = std::uint64_t{1} << 15;
constexpr std::uint64_t places_per_product = 4;
constexpr std::size_t cell_bits = 62;

enum class Way { none, rows, box, wide_box };

/// What the way depends on.
struct SmallShape {
  std::size_t pairs;     ///< of factors
  std::size_t rows;      ///< terms of the shorter factors: no more products meet in a monomial
  std::size_t products;  ///< of terms
  std::size_t bits;      ///< of a product of coefficients
  std::uint64_t modulus = 0;
};

/// The most places of a box that is worth its cells.
std::uint64_t worthy_cells(std::size_t products) noexcept {
  return std::min<std::uint64_t>(most_cells, places_per_product * products);
}

/// The most products of terms that rows are made of.
std::size_t most_row_products(const SmallShape& s) noexcept {
  return s.rows == 1 ? most_products_by_a_term : most_products;
}

/// How a sum is made; places: of the box, 0 for more than can be counted.
Way short_way(const SmallShape& s, std::uint64_t places) noexcept {
  if (s.products > (s.pairs == 1 ? most_row_products(s) : most_boxed_products)) return Way::none;
  const std::size_t bits = s.bits + static_cast<std::size_t>(std::bit_width(s.rows));
  const bool dense = places != 0 && places <= worthy_cells(s.products);
  if (dense && s.rows != 1 && s.products >= least_box_products) {
    if (bits <= cell_bits) return Way::box;
    // Among plans of many single products over Z that leave most places free `array` is the one with long sums.
    const bool many = s.pairs == 1 && s.modulus == 0 && s.products > few_products;
    if (bits <= wide_cell_bits && (!many || places <= s.products)) return Way::wide_box;
  }
  if (s.products > most_row_products(s) || bits > wide_cell_bits) return Way::none;
  const bool apart = places == 0 || places > places_per_product * s.products;
  return s.products <= few_products || s.rows == 1 || apart || s.pairs != 1 ? Way::rows : Way::none;
}

/// At least every field's largest value.
std::uint64_t bound(const PackedMonomials& m) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < m.size(); ++i) bits |= m.data()[i];
  return bits;
}

/// The product's monomials need no other layout. Precondition: one layout of one word.
bool holds_product(const PackedMonomials& f, const PackedMonomials& g) noexcept {
  const MonomialLayout& layout = f.layout();
  const std::uint64_t bits_f = bound(f);
  const std::uint64_t bits_g = bound(g);
  return layout.bits == 64 ? ((bits_f + bits_g) >> 63) == 0 : ((bits_f + bits_g) & layout.guards()) == 0;
}

/// A layout of one word that holds all products, all factors in it.
class CommonLayout {
 public:
  /// False where one word is not enough. The lists are replaced by copies in another layout where they have to be.
  bool make(std::span<MonomialFactors> factors) {
    const MonomialLayout layout = factors[0].f->layout();
    const auto holds = [&](const MonomialFactors& p) {
      return p.f->layout() == layout && p.g->layout() == layout && holds_product(*p.f, *p.g);
    };
    if (layout.words == 1 && std::all_of(factors.begin(), factors.end(), holds)) return true;
    std::optional<MonomialLayout> widest;
    for (const auto& [f, g] : factors) {
      if (f->words() > 2) return false;
      const MonomialLayout one = product_layout(f->maxima(), g->maxima());
      if (one.words != 1) return false;
      widest = widest ? wider(*widest, one) : one;
    }
    copies_.reserve(2 * factors.size());
    for (auto& [f, g] : factors)
      for (const PackedMonomials** const list : {&f, &g})
        if (!((*list)->layout() == *widest)) *list = &copies_.emplace_back((*list)->repacked(*widest));
    return true;
  }

 private:
  std::vector<PackedMonomials> copies_;
};

void add_product(std::int64_t& cell, std::int64_t a, std::int64_t b) noexcept { cell += a * b; }
void add_product(PairWord& cell, std::int64_t a, std::int64_t b) noexcept { cell.add_product(a, b); }

template <class Cell>
FilledBox<Cell> fill_box(const SmallBox& box, std::span<const MonomialFactors> monomials,
                         std::span<const WordFactors> factors, Workspace::Frame& frame) {
  FilledBox<Cell> sums{frame.allocate<Cell>(box.places()), frame.allocate<std::uint32_t>(box.rows())};
  std::fill(sums.cells.begin(), sums.cells.end(), Cell{});
  std::size_t longest = 0;
  for (const WordFactors& pair : factors) longest = std::max(longest, pair.n + pair.m);
  std::uint32_t* const starts = frame.allocate<std::uint32_t>(longest).data();
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const WordFactors& pair = factors[k];
    const std::uint32_t* const steps = starts + pair.n;
    box.keys(monomials[k], starts, starts + pair.n);
    for (std::size_t i = 0; i < pair.n; ++i) {
      Cell* const row = sums.cells.data() + starts[i];
      const std::int64_t factor = pair.f[i];
      for (std::size_t j = 0; j < pair.m; ++j) add_product(row[steps[j]], factor, pair.g[j]);
    }
  }
  const std::size_t length = box.row_length();
  const Cell* cell = sums.cells.data();
  for (std::uint32_t& here : sums.filled) {
    here = 0;
    for (std::size_t d = 0; d < length; ++d) here += static_cast<std::uint32_t>(!SmallBox::is_zero(*cell++));
    sums.count += here;
  }
  return sums;
}

/// The shape; nothing where coefficients are too long. Precondition: no factor is empty, f not longer than g.
template <Ring R, class Factors>
std::optional<SmallShape> small_shape(const R& ring, std::span<const Factors> factors) noexcept {
  SmallShape shape{factors.size(), 0, 0, 0};
  if constexpr (std::same_as<R, PrimeField>) shape.modulus = ring.modulus();
  for (const auto& [f, g] : factors) {
    shape.rows += f->size();
    shape.products = saturating_add(shape.products, saturating_mul(f->size(), g->size()));
  }
  if (shape.products > (factors.size() == 1 ? most_row_products(shape) : most_boxed_products)) return std::nullopt;
  for (const auto& [f, g] : factors)
    shape.bits = std::max(shape.bits, coefficient_bits(ring, *f) + coefficient_bits(ring, *g));
  if (shape.bits > wide_cell_bits) return std::nullopt;
  return shape;
}

}  // namespace

template <Ring R, class Factors>
bool sum_small(const R& ring, SparseTerms<R>& out, std::span<const Factors> factors, const ExecutionContext& ctx) {
  const std::optional<SmallShape> shape = small_shape(ring, factors);
  if (!shape) return false;
  Workspace::Frame frame;
  const std::span<MonomialFactors> monomials = frame.allocate<MonomialFactors>(factors.size());
  for (std::size_t k = 0; k < factors.size(); ++k) monomials[k] = {&factors[k].f->monomials, &factors[k].g->monomials};
  CommonLayout common;
  if (!common.make(monomials)) return false;
  const MonomialLayout layout = monomials[0].f->layout();
  SmallBox box;
  const std::size_t products = shape->products;
  const bool boxed = products >= least_box_products && shape->rows != 1 &&
                     box.make(monomials, std::max(worthy_cells(products), places_per_product * products));
  const Way way = short_way(*shape, boxed ? box.places() : 0);
  if (way == Way::none) return false;
  ctx.poll();
  ctx.charge(products);
  std::size_t longest = 0;  // pair of factors
  std::size_t all = 0;      // terms of factors
  for (const auto& [f, g] : factors) {
    longest = std::max(longest, f->size() + g->size());
    all += f->size() + g->size();
  }
  const std::size_t lists = factors.size() * (sizeof(MonomialFactors) + sizeof(WordFactors)) +
                            all * sizeof(std::int64_t) +
                            (way == Way::rows ? 0 : (longest + box.rows()) * sizeof(std::uint32_t));
  const std::size_t scratch = way == Way::rows  ? products * (sizeof(RowTerm) + 2 * sizeof(TermPair))
                              : way == Way::box ? box.places() * sizeof(std::int64_t)
                                                : box.places() * (sizeof(PairWord) + sizeof(RowTerm));
  const std::size_t terms = way == Way::rows ? products : std::min(products, box.places());
  const MemoryReservation reservation =
      reserve_unless_short(ctx, lists + scratch + vector_bytes(terms, 2 * terms) + terms * sizeof(std::uint64_t));
  const std::span<WordFactors> words = frame.allocate<WordFactors>(factors.size());
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const auto& [f, g] = factors[k];
    words[k] = {monomials[k].f->data(), coefficient_words(*f, frame), f->size(),
                monomials[k].g->data(), coefficient_words(*g, frame), g->size()};
  }
  if (way == Way::rows)
    write_terms(ring, out, layout, sum_of_products(words, frame));
  else if (way == Way::box)
    write_box(ring, out, layout, box, fill_box<std::int64_t>(box, monomials, words, frame));
  else
    write_terms(ring, out, layout, terms_of_box(box, fill_box<PairWord>(box, monomials, words, frame), frame));
  return true;
}

bool FewProducts::multiply(const IntegerTerms& a, const IntegerTerms& b) noexcept {
  ReadRows x = read_rows(a.coefficients);
  ReadRows y = read_rows(b.coefficients);
  if (x.stride != 1 || y.stride != 1 || x.count > most || y.count > most || x.count * y.count > most) return false;
  const MonomialLayout layout = a.monomials.layout();
  if (layout.words != 1 || !(layout == b.monomials.layout())) return false;
  if (!holds_product(a.monomials, b.monomials)) return false;
  const std::uint64_t* keys_x = a.monomials.data();
  const std::uint64_t* keys_y = b.monomials.data();
  if (x.count > y.count) {
    std::swap(x, y);
    std::swap(keys_x, keys_y);
  }
  mp_limb_t joined_x = 0;
  mp_limb_t joined_y = 0;
  for (std::size_t i = 0; i < x.count; ++i) joined_x |= x.limbs[i];
  for (std::size_t j = 0; j < y.count; ++j) joined_y |= y.limbs[j];
  if (std::max(joined_x, joined_y) >> 63 != 0) return false;
  if (std::bit_width(joined_x) + std::bit_width(joined_y) + std::bit_width(x.count) > 126) return false;
  std::int64_t* const words_y = words + x.count;
  for (std::size_t i = 0; i < x.count; ++i) words[i] = signed_word(x.limbs[i], x.sizes[i]);
  for (std::size_t j = 0; j < y.count; ++j) words_y[j] = signed_word(y.limbs[j], y.sizes[j]);
  if (x.count == 1) {
    for (std::size_t j = 0; j < y.count; ++j) terms[j].set(keys_x[0] + keys_y[j], words[0], words_y[j]);
    sum = std::span<RowTerm>(terms, y.count);
    return true;
  }
  const WordFactors factors{keys_x, words, x.count, keys_y, words_y, y.count};
  if (layout.fields == 1 && add_up_by_exponents(factors)) return true;
  sum = sum_of_pairs(factors, pairs, pairs + most, terms);
  return true;
}

bool FewProducts::add_up_by_exponents(const WordFactors& factors) noexcept {
  constexpr std::uint64_t most_places = 2 * most;
  const std::uint64_t least = factors.keys_f[factors.n - 1] + factors.keys_g[factors.m - 1];
  const std::uint64_t places = factors.keys_f[0] + factors.keys_g[0] - least + 1;
  if (places > most_places || places > 2 * factors.products()) return false;
  __extension__ using Sum = __int128;
  Sum cells[most_places];
  std::fill_n(cells, places, Sum{0});
  for (std::size_t i = 0; i < factors.n; ++i) {
    Sum* const row = cells + (factors.keys_f[i] + factors.keys_g[factors.m - 1] - least);
    for (std::size_t j = 0; j < factors.m; ++j)
      row[factors.keys_g[j] - factors.keys_g[factors.m - 1]] += Sum{factors.f[i]} * factors.g[j];
  }
  RowTerm* to = terms;
  for (std::uint64_t place = places; place-- != 0;) {
    const Sum sum_here = cells[place];
    *to = {least + place, static_cast<std::uint64_t>(sum_here), static_cast<std::uint64_t>(sum_here >> 64)};
    to += static_cast<std::ptrdiff_t>(sum_here != 0);
    if (to == terms + most) break;  // all products are there
  }
  sum = {terms, to};
  return true;
}

template bool sum_small(const Integers&, SparseTerms<Integers>&, std::span<const TermFactors<Integers>>,
                        const ExecutionContext&);
template bool sum_small(const Integers&, SparseTerms<Integers>&, std::span<const IntegerFactors>,
                        const ExecutionContext&);
template bool sum_small(const PrimeField&, SparseTerms<PrimeField>&, std::span<const TermFactors<PrimeField>>,
                        const ExecutionContext&);

const char* small_obstacle(const MultiMulShape& s) {
  if (s.modulus == 0 && std::max(s.bits_a, s.bits_b) > most_small_bits) return limb_rows_obstacle(s);
  if (s.words != 1) return "exponents";
  const SmallShape shape{1, std::min(s.terms_a, s.terms_b), saturating_mul(s.terms_a, s.terms_b), s.bits_a + s.bits_b,
                         s.modulus};
  return short_way(shape, s.places) == Way::none ? "operands" : nullptr;
}

void plan_small(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const std::size_t shorter = std::min(s.terms_a, s.terms_b);
  const SmallShape shape{1, shorter, saturating_mul(s.terms_a, s.terms_b), s.bits_a + s.bits_b, s.modulus};
  const bool box = short_way(shape, s.places) != Way::rows;
  const double rows = box ? 1 : 1 + std::log2(static_cast<double>(shorter));
  plan.predicted_seconds = term_products(s) * rows * picoseconds(budget.thresholds.merged_ps);
  plan.reason = "few products of short numbers: without preparation";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
