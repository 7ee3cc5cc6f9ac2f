// Exact division of sparse polynomials over Z and Z/pZ in the box of the dividend's exponents: what the array is to
// products.
//
// Where a = q d, the smallest and the largest value of every field of a are the sums of those of q and d, so all
// products of terms of q and d have a place in the box of a. The coefficients of a are put there, and from the top
// every cell that is not zero gives a term of the quotient, times which the divisor is subtracted. A cell that gives
// none, or one whose fields q cannot have, ends the division.
//
// Cost: #q #d additions of 128 bits, 1 to 2 ns each, or of 64 bits modulo short primes, and the box; the heap takes 10
// to 20 ns for a product. Only for one-word divisors and quotients whose sums cannot leave 128 bits, and boxes not much
// larger than the dividend; all others are left to a heap, of words (multi_division_words.cpp) or in general
// (detail/multi_term_division.hpp).
#include <algorithm>
#include <bit>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

#include "poly/multi_division/multi_division_blocks.hpp"
#include "poly/multi_products/multi_cells.hpp"
#include "poly/multi_products/multi_keys.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZ = SparseTerms<Integers>;
__extension__ using signed_wide = __int128;
__extension__ using wide = unsigned __int128;

constexpr std::uint64_t places_per_term = 32;  // of the dividend
constexpr std::uint64_t most_places = 1 << 22;
constexpr std::size_t short_dividend = 128;  // of the dividend: the box takes longer to lay out than the heap to divide
constexpr std::size_t sum_bits = 125;        // of the dividend's coefficients, and of what is subtracted from one

/// The ranges of the fields of q; false when a has not those of a product.
bool quotient_ranges(const FieldRanges& a, const FieldRanges& d, FieldRanges& q) {
  q = a;
  for (std::size_t f = 0; f < a.least.size(); ++f) {
    if (a.least[f] < d.least[f] || a.largest[f] < d.largest[f]) return false;
    q.least[f] = a.least[f] - d.least[f];
    q.largest[f] = a.largest[f] - d.largest[f];
    if (q.largest[f] < q.least[f]) return false;
  }
  return true;
}

signed_wide value_of(const PairWord& cell) noexcept {
  return static_cast<signed_wide>((wide{cell.high} << 64) | cell.low);
}

PairWord cell_of(IntegerView v) noexcept {
  const std::uint64_t low = v.limbs().empty() ? 0 : v.limbs()[0];
  const std::uint64_t high = v.limbs().size() < 2 ? 0 : v.limbs()[1];
  if (v.signed_size() >= 0) return {low, high};
  return {std::uint64_t{0} - low, ~high + (low == 0 ? 1U : 0U)};
}

/// Cells over Z: the divisor and the quotient in words.
class BoxIntegers {
 public:
  using Ground = Integers;
  using Cell = PairWord;
  using Quotient = std::int64_t;
  BoxIntegers(const TermsZ& d, std::size_t most_bits) : most_bits_(most_bits) {
    for (std::size_t j = 0; j < d.size(); ++j) negated_.push_back(-d.coefficients[j].to_int64());
  }
  std::size_t size() const noexcept { return negated_.size(); }
  static Cell cell(IntegerView v) noexcept { return cell_of(v); }
  static bool is_zero(const Cell& cell) noexcept { return cell.is_zero(); }
  enum class Step { found, inexact, too_long };
  Step divide(const Cell& cell, Quotient& q) const noexcept {
    const signed_wide value = value_of(cell);
    if (value % negated_[0] != 0) return Step::inexact;
    const signed_wide quotient = -(value / negated_[0]);
    if (quotient >> (most_bits_ - 1) != 0 && quotient >> (most_bits_ - 1) != -1) return Step::too_long;
    q = static_cast<Quotient>(quotient);
    return Step::found;
  }
  static Integer element(Quotient q) { return Integer(q); }
  void subtract(Cell& cell, std::size_t j, Quotient q) const noexcept { cell.add_product(negated_[j], q); }

 private:
  std::size_t most_bits_;
  std::vector<std::int64_t> negated_;  // coefficients of the divisor
};

/// Cells modulo p: sums of products that are reduced once.
template <class Sum>
class BoxResidues {
 public:
  using Ground = PrimeField;
  using Cell = Sum;
  using Quotient = std::uint64_t;
  using Step = BoxIntegers::Step;
  BoxResidues(const PrimeField& ring, const SparseTerms<PrimeField>& d)
      : m_(ring.word_modulus()), inverse_(m_.inverse(d.coefficients[0])) {
    for (std::size_t j = 0; j < d.size(); ++j) negated_.push_back(m_.neg(d.coefficients[j]));
  }
  std::size_t size() const noexcept { return negated_.size(); }
  static Cell cell(std::uint64_t c) noexcept { return c; }
  bool is_zero(Cell& cell) const noexcept {
    if (cell == 0) return true;
    if constexpr (sizeof(Cell) == sizeof(std::uint64_t))
      cell = m_.reduce(cell);
    else
      cell = m_.reduce(m_.reduce(static_cast<std::uint64_t>(cell >> 64)), static_cast<std::uint64_t>(cell));
    return cell == 0;
  }
  Step divide(const Cell& cell, Quotient& q) const noexcept {
    q = m_.mul(static_cast<std::uint64_t>(cell), inverse_);
    return Step::found;
  }
  static std::uint64_t element(Quotient q) noexcept { return q; }
  void subtract(Cell& cell, std::size_t j, Quotient q) const noexcept { cell += Cell{negated_[j]} * q; }

 private:
  WordModulus m_;
  std::uint64_t inverse_;  // of the leading coefficient
  std::vector<std::uint64_t> negated_;
};

/// One division in a box.
template <class Cells>
class BoxDivision {
 public:
  using R = typename Cells::Ground;
  using Terms = SparseTerms<R>;
  using Step = BoxIntegers::Step;

  BoxDivision(const MonomialLayout& layout, bool partial_sums, const Terms& d, Cells divisor,
              const FieldRanges& range_q, MonomialKeys keys, std::vector<std::uint64_t> divisor_keys,
              const ExecutionContext& ctx)
      : layout_(layout),
        test_(layout_, partial_sums),
        divisor_(std::move(divisor)),
        range_q_(range_q),
        keys_(std::move(keys)),
        divisor_keys_(std::move(divisor_keys)),
        leading_(d.monomials, layout_),
        ctx_(ctx) {}

  BoxResult<R> run(const std::vector<std::uint64_t>& dividend_keys, const typename R::vector_type& dividend) {
    cells_.resize(static_cast<std::size_t>(keys_.places()));
    for (std::size_t i = 0; i < dividend_keys.size(); ++i) cells_[dividend_keys[i]] = Cells::cell(dividend[i]);
    TermsBuilder<R> quotient(layout_);
    std::vector<std::uint64_t> monomial(layout_.words);
    std::vector<std::uint64_t> term(layout_.words);
    for (std::size_t k = cells_.size(); k-- != 0;) {
      if (k % poll_terms == 0) ctx_.poll();
      if (divisor_.is_zero(cells_[k])) continue;
      const std::uint64_t key = k;
      keys_.unpack({&key, 1}, layout_, monomial.data());
      if (!test_.divides((*leading_)[0], monomial.data(), term.data()) || !in_range(term.data()))
        return {true, std::nullopt};
      typename Cells::Quotient q;
      if (const Step step = divisor_.divide(cells_[k], q); step != Step::found)
        return {step == Step::inexact, std::nullopt};
      quotient.push_back(term.data(), Cells::element(q));
      subtract(k, q);
    }
    return {true, quotient.finish(ctx_)};
  }

 private:
  bool in_range(const std::uint64_t* term) const noexcept {
    for (std::size_t f = 0; f < layout_.fields; ++f) {
      const std::uint64_t value = layout_.get(term, f);
      if (value < range_q_.least[f] || value > range_q_.largest[f]) return false;
    }
    return true;
  }
  /// The divisor times q and what brings its leading term to place k.
  void subtract(std::size_t k, typename Cells::Quotient q) {
    const std::size_t n = divisor_.size();
    ctx_.charge(n);
    if (n >= poll_terms) ctx_.poll();
    typename Cells::Cell* const base = cells_.data() + (k - static_cast<std::size_t>(divisor_keys_[0]));
    for (std::size_t j = 0; j < n; ++j) divisor_.subtract(base[divisor_keys_[j]], j, q);
  }

  const MonomialLayout layout_;
  DivisibilityTest test_;
  Cells divisor_;
  const FieldRanges& range_q_;
  MonomialKeys keys_;
  std::vector<std::uint64_t> divisor_keys_;
  InLayout leading_;
  const ExecutionContext& ctx_;
  std::vector<typename Cells::Cell> cells_;
};

/// The division in a box, or what `otherwise` does, given the ranges of the quotient's fields, where the box is too
/// large beside the dividend.
template <class Cells, class MakeCells, class Otherwise>
BoxResult<typename Cells::Ground> divide_in_box(const MonomialLayout& layout, bool partial_sums,
                                                const SparseTerms<typename Cells::Ground>& a,
                                                const SparseTerms<typename Cells::Ground>& d, const MakeCells& make,
                                                const Otherwise& otherwise, const ExecutionContext& ctx) {
  const FieldRanges range_a = field_ranges(a.monomials, ctx);
  const FieldRanges range_d = field_ranges(d.monomials, ctx);
  FieldRanges range_q;
  if (!quotient_ranges(range_a, range_d, range_q)) return {true, std::nullopt};
  auto keys = MonomialKeys::make(range_q, range_d, MonomialKeys::Radices::exact);
  if (!keys || keys->places() > most_places || keys->places() > places_per_term * a.size()) return otherwise(range_q);
  const std::size_t bytes = static_cast<std::size_t>(keys->places()) * sizeof(typename Cells::Cell) +
                            (a.size() + (2 + layout.words) * d.size()) * sizeof(std::uint64_t);
  if (bytes > ctx.memory().available()) return otherwise(range_q);
  const MemoryReservation reservation(ctx.memory(), bytes);
  const std::vector<std::uint64_t> dividend_keys = keys->keys(a.monomials, range_a);
  std::vector<std::uint64_t> divisor_keys = keys->keys(d.monomials, range_d);
  BoxDivision<Cells> division(layout, partial_sums, d, make(), range_q, *std::move(keys), std::move(divisor_keys), ctx);
  return division.run(dividend_keys, a.coefficients);
}

}  // namespace

BoxResult<Integers> exact_div_in_box(const Integers&, const MonomialLayout& layout, bool partial_sums, const TermsZ& a,
                                     const TermsZ& d, const ExecutionContext& ctx) {
  const auto by_heap = [&]() -> BoxResult<Integers> {
    const TermsZ* const one[] = {&d};
    WordDivisionResult division = divide_words(layout, partial_sums, a, one, true, ctx);
    if (!division.decided || !division.result) return {division.decided, std::nullopt};
    return {true, std::move(division.result->quotients.front())};
  };
  if (a.size() <= short_dividend || d.size() < 2) return by_heap();
  const std::size_t bits_d = d.coefficients.max_bits(ctx);
  const auto count_bits = static_cast<std::size_t>(std::bit_width(d.size()));
  if (bits_d > 62 || bits_d + count_bits + 2 > sum_bits || a.coefficients.max_bits(ctx) > sum_bits) return by_heap();
  const std::size_t most_bits = std::min<std::size_t>(63, sum_bits - bits_d - count_bits);
  const auto cells = [&] { return BoxIntegers(d, most_bits); };
  const auto by_blocks = [&](const FieldRanges& range_q) {
    if (divides_in_blocks(layout, a, d)) {
      BoxResult<Integers> blocks = exact_div_in_blocks(layout, partial_sums, a, d, {range_q, most_bits}, ctx);
      if (blocks.decided) return blocks;
    }
    return by_heap();
  };
  return divide_in_box<BoxIntegers>(layout, partial_sums, a, d, cells, by_blocks, ctx);
}

BoxResult<PrimeField> exact_div_in_box(const PrimeField& ring, const MonomialLayout& layout, bool partial_sums,
                                       const SparseTerms<PrimeField>& a, const SparseTerms<PrimeField>& d,
                                       const ExecutionContext& ctx) {
  const auto by_heap = [] { return BoxResult<PrimeField>(); };
  if (a.size() <= short_dividend || d.size() < 2) return by_heap();
  // A cell gets its own residue and at most one product for each term of the divisor.
  const auto bits =
      2 * static_cast<std::size_t>(std::bit_width(ring.modulus())) + static_cast<std::size_t>(std::bit_width(d.size()));
  const auto divide = [&](auto sum) {
    using Cells = BoxResidues<decltype(sum)>;
    return divide_in_box<Cells>(
        layout, partial_sums, a, d, [&] { return Cells(ring, d); }, [&](const FieldRanges&) { return by_heap(); }, ctx);
  };
  if (bits <= 64) return divide(std::uint64_t{});
  return bits <= 128 ? divide(wide{}) : by_heap();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
