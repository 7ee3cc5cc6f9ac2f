// Division of sparse polynomials over Z by a heap, or in a box, where all coefficients are words.
//
// The terms come as in detail/multi_term_division.hpp: the largest monomial of what is left of the dividend and of the
// products that are to be subtracted goes to the quotient of the first divisor whose leading term divides it, else to
// the remainder. Here monomials are one word, coefficients of divisors and quotients signed words, sums 128 bits, and
// nothing is allocated for a term, which takes half of the time. A coefficient that is longer, or a field that
// overflows, ends the attempt; the general division follows then.
//
// Where no step can lead out of a box that has not many more places than the dividend has terms, the heap is left out:
// what is left of the dividend stands in the box, and its cells are gone through from the top.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <span>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>

#include "core/short_reservation.hpp"
#include "poly/multi_products/multi_mul_rows.hpp"
#include "poly/multi_products/multi_small_box.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using TermsZ = SparseTerms<Integers>;
__extension__ using signed_wide = __int128;
__extension__ using unsigned_wide = unsigned __int128;

constexpr std::size_t divisor_bits = 62;
constexpr std::size_t row_bits = 30;  // of the number of rows, whose products meet in one monomial
constexpr std::size_t most_sum_bits = 125;

signed_wide signed_value(IntegerView v) noexcept {
  const auto limbs = v.limbs();
  unsigned_wide magnitude = limbs.empty() ? 0 : limbs[0];
  if (limbs.size() > 1) magnitude |= static_cast<unsigned_wide>(limbs[1]) << 64;
  return v.signed_size() < 0 ? -static_cast<signed_wide>(magnitude) : static_cast<signed_wide>(magnitude);
}

RowTerm row_term(std::uint64_t key, signed_wide value) noexcept {
  return {key, static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
}

/// A divisor with its quotient.
struct WordDivisor {
  const std::uint64_t* keys;
  const std::int64_t* values;
  std::size_t size;
  std::vector<RowTerm> quotient;
};

class WordDivision {
 public:
  WordDivision(const MonomialLayout& layout, bool partial_sums, std::size_t divisors, const ExecutionContext& ctx)
      : layout_(layout), test_(layout_, partial_sums), ctx_(ctx), heap_(0, 1) {
    divisors_.reserve(divisors);
  }
  WordDivision(const WordDivision&) = delete;
  WordDivision& operator=(const WordDivision&) = delete;

  /// False where a coefficient is no word.
  bool add_divisor(const TermsZ& d) {
    const std::size_t bits = d.coefficients.max_bits(ctx_);
    if (bits > divisor_bits) return false;
    quotient_bits_ = std::min(quotient_bits_, most_sum_bits - 1 - row_bits - bits);
    const std::uint64_t* keys = d.monomials.data();
    if (!(d.monomials.layout() == layout_)) {
      const PackedMonomials repacked = d.monomials.repacked(layout_);
      std::uint64_t* const copy = frame_.allocate<std::uint64_t>(d.size()).data();
      std::copy_n(repacked.data(), d.size(), copy);
      keys = copy;
    }
    std::int64_t* const values = frame_.allocate<std::int64_t>(d.size()).data();
    for (std::size_t j = 0; j < d.size(); ++j) values[j] = static_cast<std::int64_t>(signed_value(d.coefficients[j]));
    divisors_.push_back({keys, values, d.size(), {}});
    return true;
  }

  WordDivisionResult run(const TermsZ& a, bool exact) {
    const InLayout dividend(a.monomials, layout_);
    if (SmallBox box; find_box(*dividend, box)) return run_in_box(*dividend, a.coefficients, box, exact);
    const std::uint64_t* const keys = (*dividend).data();
    std::size_t next = 0;
    for (std::size_t step = 0; next < a.size() || !heap_.empty(); ++step) {
      if (step % poll_steps == 0) ctx_.poll();
      const bool from_a = next < a.size() && (heap_.empty() || keys[next] >= *heap_.top());
      const std::uint64_t key = from_a ? keys[next] : *heap_.top();
      signed_wide value = from_a ? signed_value(a.coefficients[next++]) : 0;
      if (!take(key, value)) return {};
      if (value == 0) continue;
      const Placed placed = place(key, value);
      if (placed == Placed::nowhere) return {};
      if (placed == Placed::quotient) continue;
      if (exact) return {true, std::nullopt};
      charge_growth();
      remainder_.push_back(row_term(key, value));
    }
    return {true, result(remainder_)};
  }

 private:
  enum class Placed { quotient, remainder, nowhere };
  static constexpr std::size_t poll_steps = 256;
  /// Of the dividend: the box takes longer to lay out than the heap to divide.
  static constexpr std::size_t few_terms = 24;
  struct Row {
    std::uint32_t divisor;
    std::uint32_t at;     // of the divisor
    std::uint64_t key;    // of the quotient's term
    std::int64_t factor;  // its coefficient, with the other sign
  };

  /// Adds the products that meet in the monomial, and enters the rows' next ones; false when a field overflows.
  bool take(std::uint64_t key, signed_wide& value) {
    taken_.clear();
    while (!heap_.empty() && *heap_.top() == key) {
      for (std::uint32_t row = heap_.pop(); row != RowHeap<1>::none; row = heap_.next_row(row)) {
        const Row& r = rows_[row];
        value += static_cast<signed_wide>(r.factor) * divisors_[r.divisor].values[r.at];
        taken_.push_back(row);
      }
    }
    ctx_.charge(taken_.size() + 1);
    for (const std::uint32_t row : taken_) {
      ++rows_[row].at;
      if (!enter(row)) return false;
    }
    return true;
  }

  bool enter(std::uint32_t row) {
    const Row& r = rows_[row];
    const WordDivisor& d = divisors_[r.divisor];
    if (r.at == d.size) return true;
    if (test_.overflown(r.key + d.keys[r.at])) return false;
    heap_.insert(row, &r.key, &d.keys[r.at]);
    return true;
  }

  /// A term of a quotient.
  struct Step {
    std::size_t divisor = 0;
    std::uint64_t key = 0;
    std::int64_t factor = 0;
  };

  /// What becomes of the term `value` at `key`; a term of a quotient is entered there.
  Placed choose(std::uint64_t key, signed_wide value, Step& step) {
    for (std::size_t k = 0; k < divisors_.size(); ++k) {
      WordDivisor& d = divisors_[k];
      if (!test_.divides(d.keys[0], key, step.key)) continue;
      signed_wide q = value;
      if (const std::int64_t lead = d.values[0]; lead != 1) {
        const auto word = static_cast<std::int64_t>(value);
        if (word == value) {  // a short division; |lead| < 2^62, so that it cannot overflow but for lead = -1
          if (lead != -1 && word % lead != 0) continue;
          q = lead == -1 ? -value : word / lead;
        } else {
          if (value % lead != 0) continue;
          q = value / lead;
        }
      }
      if (const signed_wide sign = q >> (quotient_bits_ - 1); sign != 0 && sign != -1) return Placed::nowhere;
      charge_growth();
      step.divisor = k;
      step.factor = static_cast<std::int64_t>(q);
      d.quotient.push_back(row_term(step.key, q));
      return Placed::quotient;
    }
    return Placed::remainder;
  }

  Placed place(std::uint64_t key, signed_wide value) {
    Step step;
    const Placed placed = choose(key, value, step);
    if (placed != Placed::quotient) return placed;
    if (rows_.size() >> row_bits != 0) return Placed::nowhere;
    rows_.push_back({static_cast<std::uint32_t>(step.divisor), 1, step.key, -step.factor});
    heap_.add_row();
    return enter(static_cast<std::uint32_t>(rows_.size() - 1)) ? Placed::quotient : Placed::nowhere;
  }

  /// The box of all monomials that the division can meet; false where it is not known or not worth it. A field that no
  /// step makes larger is bounded by the dividend's, any by the sum of fields if no step makes that larger.
  bool find_box(const PackedMonomials& a, SmallBox& box) const {
    constexpr std::uint64_t places_per_term = 16;
    constexpr std::uint64_t most_places = std::uint64_t{1} << 17;
    const std::size_t n = layout_.fields;
    if (a.size() < few_terms || n > 64) return false;
    std::array<unsigned, 64> shifts;
    for (std::size_t f = 0; f < n; ++f) shifts[f] = layout_.shift(f);
    const std::uint64_t mask = layout_.largest();
    const auto field = [&](std::uint64_t monomial, std::size_t f) { return (monomial >> shifts[f]) & mask; };
    const auto sum = [&](std::uint64_t monomial) {
      std::uint64_t fields = 0;
      for (std::size_t f = 0; f < n; ++f) fields += field(monomial, f);
      return fields;
    };
    std::array<bool, 64> grows{};
    bool any_grows = false;
    bool sum_grows = false;
    for (const WordDivisor& d : divisors_)
      for (std::size_t j = 1; j < d.size; ++j) {
        sum_grows = sum_grows || sum(d.keys[j]) > sum(d.keys[0]);
        for (std::size_t f = 0; f < n; ++f) {
          grows[f] = grows[f] || field(d.keys[j], f) > field(d.keys[0], f);
          any_grows = any_grows || grows[f];
        }
        if (any_grows && sum_grows) return false;
      }
    const std::uint64_t guards = layout_.guards();
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      largest = MonomialLayout::larger_fields(largest, a.data()[i], guards, layout_.bits);
    const std::uint64_t most_sum = sum(largest);
    std::array<std::uint64_t, 64> bounds;
    for (std::size_t f = 0; f < n; ++f) bounds[f] = field(largest, f);
    if (any_grows) {
      if (most_sum > mask) return false;
      // Times a one in every field, the sum of fields is in the top one: none overflows.
      const std::uint64_t ones = guards >> (layout_.bits - 1);
      const auto top = static_cast<unsigned>(layout_.bits * (layout_.per_word - 1));
      std::uint64_t largest_sum = 0;
      for (std::size_t i = 0; i < a.size(); ++i)
        largest_sum = std::max(largest_sum, ((a.data()[i] * ones) >> top) & mask);
      for (std::size_t f = 0; f < n; ++f)
        if (grows[f]) bounds[f] = largest_sum;
    }
    return box.make(layout_, std::span(bounds).first(n), std::min(most_places, places_per_term * a.size()));
  }

  WordDivisionResult run_in_box(const PackedMonomials& monomials, const IntegerVector& coefficients,
                                const SmallBox& box, bool exact) {
    const MemoryReservation reservation(ctx_.memory(), box.places() * (sizeof(signed_wide) + sizeof(RowTerm)));
    Workspace::Frame frame;
    const std::span<RowTerm> remainder = frame.allocate<RowTerm>(exact ? 0 : box.places());
    std::size_t remaining = 0;
    const std::span<signed_wide> cells = frame.allocate<signed_wide>(box.places());
    std::fill(cells.begin(), cells.end(), 0);
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      cells[box.place(monomials.data()[i])] = signed_value(coefficients[i]);
    const std::span<std::uint32_t*> places = frame.allocate<std::uint32_t*>(divisors_.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      const WordDivisor& d = divisors_[k];
      places[k] = frame.allocate<std::uint32_t>(d.size).data();
      for (std::size_t j = 0; j < d.size; ++j) places[k][j] = box.place(d.keys[j]);
    }
    bool decided = true;
    bool divisible = true;
    std::size_t step_count = 0;
    box.for_each_descending(cells.data(), nullptr, [&](std::uint64_t key, const signed_wide& cell) {
      if (++step_count % poll_steps == 0) ctx_.poll();
      Step step;
      const Placed placed = choose(key, cell, step);
      if (placed == Placed::remainder && !exact) remainder[remaining++] = row_term(key, cell);
      decided = placed != Placed::nowhere;
      divisible = placed == Placed::quotient || !exact;
      if (placed != Placed::quotient) return decided && divisible;
      const WordDivisor& d = divisors_[step.divisor];
      const std::uint32_t* const at = places[step.divisor];
      signed_wide* const base = cells.data() + box.place(step.key);
      for (std::size_t j = 1; j < d.size; ++j) base[at[j]] -= static_cast<signed_wide>(step.factor) * d.values[j];
      ctx_.charge(d.size);
      return true;
    });
    if (!decided) return {};
    if (!divisible) return {true, std::nullopt};
    return {true, result(remainder.first(remaining))};
  }

  SparseQuotients<Integers> result(std::span<const RowTerm> remainder) {
    SparseQuotients<Integers> all;
    all.quotients.resize(divisors_.size());
    for (std::size_t i = 0; i < divisors_.size(); ++i) terms_of_rows(all.quotients[i], layout_, divisors_[i].quotient);
    terms_of_rows(all.remainder, layout_, remainder);
    return all;
  }

  /// One term more, of a quotient or the remainder, which may have far more terms than the operands.
  void charge_growth() {
    if (++found_ <= charged_) return;
    charged_ = std::max<std::size_t>(256, 2 * charged_);
    constexpr std::size_t bytes_of_term = 2 * (sizeof(RowTerm) + sizeof(Row) + 3 * sizeof(std::uint64_t));
    reservation_ = MemoryReservation();
    reservation_ = MemoryReservation(ctx_.memory(), charged_ * bytes_of_term);
  }

  const MonomialLayout layout_;
  DivisibilityTest test_;
  const ExecutionContext& ctx_;
  Workspace::Frame frame_;
  RowHeap<1> heap_;
  std::vector<WordDivisor> divisors_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> taken_;
  std::vector<RowTerm> remainder_;
  std::size_t quotient_bits_ = divisor_bits;  // with the sign
  MemoryReservation reservation_;
  std::size_t found_ = 0;
  std::size_t charged_ = 0;
};

}  // namespace

WordDivisionResult divide_words(const MonomialLayout& layout, bool partial_sums, const TermsZ& a,
                                std::span<const TermsZ* const> divisors, bool exact, const ExecutionContext& ctx) {
  if (layout.words != 1 || a.coefficients.max_bits(ctx) > most_sum_bits - 1) return {};
  std::size_t terms = 0;
  for (const TermsZ* d : divisors) terms += d->size();
  const MemoryReservation held = reserve_unless_short(ctx, 2 * terms * sizeof(std::uint64_t));
  WordDivision division(layout, partial_sums, divisors.size(), ctx);
  for (const TermsZ* d : divisors)
    if (!division.add_divisor(*d)) return {};
  return division.run(a, exact);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
