// Division of sparse polynomials by one or several others, by a heap.
//
// The terms of a - sum q_k d_k are produced in descending order without ever forming the difference: a heap holds, for
// every term of a quotient, its next product with the tail of its divisor. A term goes to the quotient of the first
// divisor whose leading term divides it, coefficient included, else to the remainder. The first divisor that can,
// always: quotients and remainder are unique. Over a field, then, no term of the remainder is divisible by a leading
// monomial; over Z and other rings none is by a leading term.
//
// Cost: #q #d products for each divisor and as many heap operations of O(log #q). Exponents of quotients can exceed
// those of the dividend (not in graded orders): fields that overflow show in their guards, and the division begins anew
// with wider ones.
// Sources: Johnson, SIGSAM Bulletin 8, 1974; Monagan, Pearce: Sparse polynomial division using a heap, JSC 46, 2011;
// Cox, Little, O'Shea: Ideals, Varieties, and Algorithms (several divisors).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/detail/multi_heap.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>
#include <polyfork/poly/multi_products/detail/wide_word.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One coefficient of a - sum q_k d_k.
template <Ring R>
class DifferenceSum {
 public:
  using E = typename R::element;
  explicit DifferenceSum(const R& ring) : ring_(ring), value_(ring.zero()) {}
  void clear() { value_ = ring_.zero(); }
  template <class Coefficient>
  void add(const Coefficient& c) {
    value_ = ring_.add(value_, as_element<R>(c));
  }
  template <class Coefficient>
  void subtract_product(const E& q, const Coefficient& d) {
    value_ = ring_.sub(value_, ring_.mul(q, as_element<R>(d)));
  }
  const E& value() const noexcept { return value_; }

 private:
  const R& ring_;
  E value_;
};

/// Over Z: products of signed words are gathered in 192 bits, others in an integer.
template <>
class DifferenceSum<Integers> {
 public:
  explicit DifferenceSum(const Integers&) {}
  void clear() {
    wide_ = {};
    if (!value_.is_zero()) value_ = Integer();
    settled_ = true;
  }
  void add(IntegerView c) { value_ += c; }
  void subtract_product(IntegerView q, IntegerView d) {
    if (!is_word(q) || !is_word(d)) {
      value_.sub_mul(q, d);
      return;
    }
    wide_.add_product(-word(q), word(d));
    settled_ = false;
  }
  const Integer& value() {
    if (!settled_) {
      mp_limb_t limbs[3];
      const int size = wide_.to_limbs(limbs);
      value_ += IntegerView(limbs, size);
      wide_ = {};
      settled_ = true;
    }
    return value_;
  }

 private:
  /// One limb, below 2^63.
  static bool is_word(IntegerView v) noexcept {
    return v.signed_size() * v.signed_size() == 1 && (v.limbs()[0] >> 63) == 0;
  }
  static std::int64_t word(IntegerView v) noexcept {
    const auto magnitude = static_cast<std::int64_t>(v.limbs()[0]);
    return v.signed_size() < 0 ? -magnitude : magnitude;
  }

  WideWord wide_;
  Integer value_;
  bool settled_ = true;
};

/// Whether the fields of m - d are those of a monomial.
class DivisibilityTest {
 public:
  DivisibilityTest(const MonomialLayout& layout, bool partial_sums)
      : layout_(layout), guards_(layout.guards()), partial_sums_(partial_sums) {}
  bool overflown(std::uint64_t word) const noexcept { return (word & guards_) != 0; }
  /// quotient = m - d when d divides m.
  bool divides(const std::uint64_t* d, const std::uint64_t* m, std::uint64_t* quotient) const noexcept {
    for (std::size_t w = 0; w < layout_.words; ++w) {
      const std::uint64_t difference = (m[w] | guards_) - d[w];
      if ((difference & guards_) != guards_) return false;
      quotient[w] = difference ^ guards_;
    }
    return !partial_sums_ || has_falling_sums(quotient);
  }
  /// quotient = m - d when d divides m, for monomials of one word.
  bool divides(std::uint64_t d, std::uint64_t m, std::uint64_t& quotient) const noexcept {
    const std::uint64_t difference = (m | guards_) - d;
    quotient = difference ^ guards_;
    return (difference & guards_) == guards_ && (!partial_sums_ || has_falling_sums(&quotient));
  }

 private:
  /// Sums of fewer exponents are not greater.
  bool has_falling_sums(const std::uint64_t* quotient) const noexcept {
    for (std::size_t f = 1; f < layout_.fields; ++f)
      if (layout_.get(quotient, f - 1) < layout_.get(quotient, f)) return false;
    return true;
  }
  const MonomialLayout& layout_;
  std::uint64_t guards_;
  bool partial_sums_;
};

template <Ring R>
struct SparseQuotients {
  std::vector<SparseTerms<R>> quotients;
  SparseTerms<R> remainder;
};

/// The outcome of a division in the box of the dividend's exponents: whether it could be done there, and the quotient
/// if it is exact.
template <Ring R>
struct BoxResult {
  bool decided = false;
  std::optional<SparseTerms<R>> quotient;
};
/// The quotient in the layout, which holds both (src/poly/multi_division/multi_division_box.cpp). Neither is zero.
POLYFORK_EXPORT BoxResult<Integers> exact_div_in_box(const Integers& ring, const MonomialLayout& layout,
                                                     bool partial_sums, const SparseTerms<Integers>& a,
                                                     const SparseTerms<Integers>& d, const ExecutionContext& ctx);
POLYFORK_EXPORT BoxResult<PrimeField> exact_div_in_box(const PrimeField& ring, const MonomialLayout& layout,
                                                       bool partial_sums, const SparseTerms<PrimeField>& a,
                                                       const SparseTerms<PrimeField>& d, const ExecutionContext& ctx);

/// Whether a division could be done with words, and then quotients and remainder; nothing where it was to be exact and
/// is not.
struct WordDivisionResult {
  bool decided = false;
  std::optional<SparseQuotients<Integers>> result;
};
/// a divided by the divisors, none of them zero, in a layout that holds all operands. Not decided where monomials have
/// more than one word, a coefficient of a divisor or a quotient is longer than a word, or a field overflows
/// (src/poly/multi_division/multi_division_words.cpp).
POLYFORK_EXPORT WordDivisionResult divide_words(const MonomialLayout& layout, bool partial_sums,
                                                const SparseTerms<Integers>& a,
                                                std::span<const SparseTerms<Integers>* const> divisors, bool exact,
                                                const ExecutionContext& ctx);

/// One division in one layout.
template <int W, Ring R>
class HeapDivision {
 public:
  using E = typename R::element;
  using V = typename R::vector_type;

  HeapDivision(const R& ring, const MonomialLayout& layout, bool partial_sums, const ExecutionContext& ctx)
      : ring_(ring), layout_(layout), test_(layout_, partial_sums), ctx_(ctx), heap_(0, layout.words) {}

  HeapDivision(const HeapDivision&) = delete;
  HeapDivision& operator=(const HeapDivision&) = delete;

  /// Nothing when a field overflows, or (exact) as soon as there is a remainder: done() tells which.
  std::optional<SparseQuotients<R>> run(const PackedMonomials& a, const V& coefficients,
                                        std::span<const PackedMonomials> divisors,
                                        std::span<const V* const> divisor_coefficients, bool exact) {
    divisors_ = divisors;
    divisor_coefficients_ = divisor_coefficients;
    quotient_monomials_.assign(divisors.size(), PackedMonomials(layout_));
    quotient_coefficients_.assign(divisors.size(), {});
    TermsBuilder<R> remainder(layout_);
    DifferenceSum<R> sum(ring_);
    std::vector<std::uint64_t> monomial(layout_.words);
    std::size_t next = 0;
    for (std::size_t step = 0; next < a.size() || !heap_.empty(); ++step) {
      if (step % division_poll_terms == 0) ctx_.poll();
      sum.clear();
      const bool from_a = next < a.size() && (heap_.empty() || compare_words(a[next], heap_.top(), layout_.words) >= 0);
      std::copy_n(from_a ? a[next] : heap_.top(), layout_.words, monomial.data());
      if (from_a) sum.add(coefficients[next++]);
      if (!take(monomial.data(), sum)) return std::nullopt;
      if (ring_.is_zero(sum.value())) continue;
      const Placed placed = place(monomial.data(), sum.value());
      if (placed == Placed::overflow) return std::nullopt;
      if (placed == Placed::quotient) continue;
      if (exact) {
        done_ = true;
        return std::nullopt;
      }
      charge_growth();
      remainder.push_back(monomial.data(), sum.value());
    }
    return finish(remainder);
  }
  /// After run gave nothing: the division is not exact.
  bool done() const noexcept { return done_; }

 private:
  enum class Placed { quotient, remainder, overflow };
  static constexpr std::size_t division_poll_terms = 256;
  struct Row {
    std::uint32_t divisor;
    std::uint32_t term;  // of the quotient
    std::uint32_t at;    // of the divisor
  };

  /// Subtracts the products that meet in the monomial, and enters the rows' next ones.
  bool take(const std::uint64_t* monomial, DifferenceSum<R>& sum) {
    taken_.clear();
    while (!heap_.empty() && heap_.top_is(monomial)) {
      for (std::uint32_t row = heap_.pop(); row != RowHeap<W>::none; row = heap_.next_row(row)) {
        const Row& r = rows_[row];
        sum.subtract_product(quotient_coefficients_[r.divisor][r.term], (*divisor_coefficients_[r.divisor])[r.at]);
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

  /// False when a field overflows.
  bool enter(std::uint32_t row) {
    const Row& r = rows_[row];
    if (r.at == divisors_[r.divisor].size()) return true;
    const std::uint64_t* const q = quotient_monomials_[r.divisor][r.term];
    const std::uint64_t* const d = divisors_[r.divisor][r.at];
    for (std::size_t w = 0; w < layout_.words; ++w)
      if (test_.overflown(q[w] + d[w])) return false;
    heap_.insert(row, q, d);
    return true;
  }

  Placed place(const std::uint64_t* monomial, const E& value) {
    scratch_.resize(layout_.words);
    for (std::size_t k = 0; k < divisors_.size(); ++k) {
      if (!test_.divides(divisors_[k][0], monomial, scratch_.data())) continue;
      std::optional<E> q = ring_.try_divide(value, E((*divisor_coefficients_[k])[0]));
      if (!q) continue;
      charge_growth();
      rows_.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(quotient_coefficients_[k].size()), 1});
      heap_.add_row();
      quotient_monomials_[k].push_back(scratch_.data());
      quotient_coefficients_[k].push_back(std::move(*q));
      check_term_count(rows_.size());
      return enter(static_cast<std::uint32_t>(rows_.size() - 1)) ? Placed::quotient : Placed::overflow;
    }
    return Placed::remainder;
  }

  /// One term more, of a quotient or the remainder, which may have far more terms than the operands.
  void charge_growth() {
    if (++found_ <= charged_) return;
    charged_ = std::max<std::size_t>(256, 2 * charged_);
    reservation_ = MemoryReservation();
    reservation_ = MemoryReservation(ctx_.memory(), charged_ * bytes_of_term());
  }
  /// A row with its term and its place in the heap.
  std::size_t bytes_of_term() const noexcept {
    return 2 * layout_.words * sizeof(std::uint64_t) + sizeof(E) + 2 * sizeof(Row);
  }

  SparseQuotients<R> finish(TermsBuilder<R>& remainder) {
    SparseQuotients<R> result;
    for (std::size_t k = 0; k < divisors_.size(); ++k)
      result.quotients.push_back(
          {std::move(quotient_monomials_[k]), make_vector<R>(std::move(quotient_coefficients_[k]))});
    result.remainder = remainder.finish(ctx_);
    return result;
  }

  const R& ring_;
  MonomialLayout layout_;
  DivisibilityTest test_;
  const ExecutionContext& ctx_;
  RowHeap<W> heap_;
  std::span<const PackedMonomials> divisors_;
  std::span<const V* const> divisor_coefficients_;
  std::vector<PackedMonomials> quotient_monomials_;
  std::vector<std::vector<E>> quotient_coefficients_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> taken_;
  std::vector<std::uint64_t> scratch_;
  MemoryReservation reservation_;
  std::size_t found_ = 0;
  std::size_t charged_ = 0;
  bool done_ = false;
};

/// Quotient and remainder over Q by one divisor, not zero, in their memory (src/poly/multi_rationals/
/// rational_division.cpp); false, with nothing done, where the operands or the numbers on the way are long. The four
/// are different lists.
POLYFORK_EXPORT bool divide_rationals_into(SparseTerms<Rationals>& quotient, SparseTerms<Rationals>& remainder,
                                           bool partial_sums, const SparseTerms<Rationals>& a,
                                           const SparseTerms<Rationals>& divisor, const ExecutionContext& ctx);

template <Ring R>
struct SparseDivisionOps {
  using T = SparseTerms<R>;
  using V = typename R::vector_type;

  /// Quotients and remainder; nothing when exact is wanted and there is a remainder. No divisor is zero. Throws
  /// DomainError "exponent overflow" when 64-bit fields do not hold the exponents of the quotients.
  static std::optional<SparseQuotients<R>> divide(const R& ring, bool partial_sums, const T& a,
                                                  std::span<const T* const> divisors, bool exact,
                                                  const ExecutionContext& ctx) {
    std::uint64_t largest = 0;
    const auto include = [&](const PackedMonomials& m) { largest = std::max(largest, m.largest_field()); };
    include(a.monomials);
    for (const T* d : divisors) include(d->monomials);
    const std::size_t fields = divisors.front()->monomials.layout().fields;
    if constexpr (std::is_same_v<R, Rationals>)
      if (divisors.size() == 1 && !exact) {
        SparseQuotients<R> result;
        result.quotients.resize(1);
        if (divide_rationals_into(result.quotients.front(), result.remainder, partial_sums, a, *divisors.front(), ctx))
          return result;
      }
    if constexpr (std::is_same_v<R, Integers> || std::is_same_v<R, PrimeField>) {
      const MonomialLayout layout = MonomialLayout::for_value(fields, largest);
      if (exact && divisors.size() == 1) {
        BoxResult<R> box = exact_div_in_box(ring, layout, partial_sums, a, *divisors.front(), ctx);
        if (box.decided && !box.quotient) return std::nullopt;
        if (box.decided) return in_box(layout, *std::move(box.quotient));
      } else if constexpr (std::is_same_v<R, Integers>) {
        if (WordDivisionResult words = divide_words(layout, partial_sums, a, divisors, exact, ctx); words.decided)
          return std::move(words.result);
      }
    }
    for (;;) {
      const MonomialLayout layout = MonomialLayout::for_value(fields, largest);
      bool inexact = false;
      auto result = in_layout(ring, layout, partial_sums, a, divisors, exact, inexact, ctx);
      if (result || inexact) return result;
      if (layout.bits == 64) throw DomainError("exponent overflow: a degree of 2^63 or more");
      largest = (layout.largest() << 1) | 1;
    }
  }

 private:
  static SparseQuotients<R> in_box(const MonomialLayout& layout, T quotient) {
    SparseQuotients<R> result;
    result.quotients.push_back(std::move(quotient));
    result.remainder = {PackedMonomials(layout), {}};
    return result;
  }
  static std::optional<SparseQuotients<R>> in_layout(const R& ring, const MonomialLayout& layout, bool partial_sums,
                                                     const T& a, std::span<const T* const> divisors, bool exact,
                                                     bool& inexact, const ExecutionContext& ctx) {
    const InLayout dividend(a.monomials, layout);
    std::vector<PackedMonomials> monomials;
    std::vector<const V*> coefficients;
    for (const T* d : divisors) {
      monomials.push_back(d->monomials.layout() == layout ? d->monomials : d->monomials.repacked(layout));
      coefficients.push_back(&d->coefficients);
    }
    const auto run = [&](auto&& division) {
      auto result = division.run(*dividend, a.coefficients, monomials, coefficients, exact);
      inexact = division.done();
      return result;
    };
    if constexpr (has_flat_vector<R>) {
      if (layout.words == 1) return run(HeapDivision<1, R>(ring, layout, partial_sums, ctx));
      if (layout.words == 2) return run(HeapDivision<2, R>(ring, layout, partial_sums, ctx));
    }
    return run(HeapDivision<0, R>(ring, layout, partial_sums, ctx));
  }
};

/// The exact quotient over Q in its memory (src/poly/multi_rationals/rational_exact_division.cpp); false where there is
/// none. Preconditions: the divisor is not zero, the quotient is no operand. It has some value after false.
POLYFORK_EXPORT bool exact_div_rationals_into(SparseTerms<Rationals>& quotient, bool partial_sums,
                                              const SparseTerms<Rationals>& a, const SparseTerms<Rationals>& divisor,
                                              const ExecutionContext& ctx);

extern template struct POLYFORK_EXPORT SparseDivisionOps<Integers>;
extern template struct POLYFORK_EXPORT SparseDivisionOps<Rationals>;
extern template struct POLYFORK_EXPORT SparseDivisionOps<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
