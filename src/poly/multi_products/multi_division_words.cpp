// Division of sparse polynomials over Z by a heap where all coefficients are words.
//
// The terms come as in detail/multi_term_division.hpp: the largest monomial of what is left of the dividend and of the
// products that are to be subtracted goes to the quotient of the first divisor whose leading term divides it, else to
// the remainder. Here monomials are one word, coefficients of divisors and quotients signed words, sums 128 bits, and
// nothing is allocated for a term, which takes half of the time. A coefficient that is longer, or a field that
// overflows, ends the attempt; the general division follows then.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>
#include <polyfork/poly/multi_products/detail/multi_term_division.hpp>

#include "poly/multi_products/multi_mul_rows.hpp"

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
  MonomialWords keys;
  std::vector<std::int64_t> values;
  std::vector<RowTerm> quotient;
};

class WordDivision {
 public:
  WordDivision(const MonomialLayout& layout, bool partial_sums, const ExecutionContext& ctx)
      : layout_(layout), test_(layout_, partial_sums), ctx_(ctx), heap_(0, 1) {}
  WordDivision(const WordDivision&) = delete;
  WordDivision& operator=(const WordDivision&) = delete;

  /// False where a coefficient is no word.
  bool add_divisor(const TermsZ& d) {
    const std::size_t bits = d.coefficients.max_bits(ctx_);
    if (bits > divisor_bits) return false;
    quotient_bits_ = std::min(quotient_bits_, most_sum_bits - 1 - row_bits - bits);
    const InLayout monomials(d.monomials, layout_);
    WordDivisor divisor{MonomialWords((*monomials).data(), (*monomials).data() + d.size()), {}, {}};
    divisor.values.resize(d.size());
    for (std::size_t j = 0; j < d.size(); ++j)
      divisor.values[j] = static_cast<std::int64_t>(signed_value(d.coefficients[j]));
    divisors_.push_back(std::move(divisor));
    return true;
  }

  WordDivisionResult run(const TermsZ& a, bool exact) {
    const InLayout dividend(a.monomials, layout_);
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
    SparseQuotients<Integers> result;
    result.quotients.resize(divisors_.size());
    for (std::size_t i = 0; i < divisors_.size(); ++i)
      terms_of_rows(result.quotients[i], layout_, divisors_[i].quotient);
    terms_of_rows(result.remainder, layout_, remainder_);
    return {true, std::move(result)};
  }

 private:
  enum class Placed { quotient, remainder, nowhere };
  static constexpr std::size_t poll_steps = 256;
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
    if (r.at == d.keys.size()) return true;
    if (test_.overflown(r.key + d.keys[r.at])) return false;
    heap_.insert(row, &r.key, &d.keys[r.at]);
    return true;
  }

  Placed place(std::uint64_t key, signed_wide value) {
    std::uint64_t term = 0;
    for (std::size_t k = 0; k < divisors_.size(); ++k) {
      WordDivisor& d = divisors_[k];
      if (!test_.divides(d.keys.data(), &key, &term)) continue;
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
      if (rows_.size() >> row_bits != 0) return Placed::nowhere;
      rows_.push_back({static_cast<std::uint32_t>(k), 1, term, static_cast<std::int64_t>(-q)});
      heap_.add_row();
      d.quotient.push_back(row_term(term, q));
      return enter(static_cast<std::uint32_t>(rows_.size() - 1)) ? Placed::quotient : Placed::nowhere;
    }
    return Placed::remainder;
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
  WordDivision division(layout, partial_sums, ctx);
  for (const TermsZ* d : divisors)
    if (!division.add_divisor(*d)) return {};
  return division.run(a, exact);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
