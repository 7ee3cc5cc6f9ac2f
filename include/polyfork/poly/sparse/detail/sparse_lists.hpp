// Lists of exponents and coefficients of sparse univariate polynomials: sums, products, division.
//
// Exponents strictly descending in 64-bit words, coefficients beside them in the ring's vector type, none zero.
// Products and divisions merge rows (a term of one operand times the other operand) by a heap that holds the next
// exponent of every row: #a #b ring operations and log #a comparisons each, memory O(#a) beside the result.
// Literature: Johnson, SIGSAM Bulletin 8, 1974; Monagan, Pearce, CASC 2007 (products), JSC 46, 2011 (division).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/dense/detail/dense_generic.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>
#include <polyfork/poly/sparse/detail/sparse_shape.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

/// Collects coefficients one after another; over Z nothing is allocated for each.
template <Ring R>
class CoefficientList {
 public:
  void reserve(std::size_t n) { elements_.reserve(n); }
  void push_back(typename R::element value) { elements_.push_back(std::move(value)); }
  typename R::vector_type finish() { return make_vector<R>(std::move(elements_)); }

 private:
  std::vector<typename R::element> elements_;
};

template <Ring R>
requires std::same_as<typename R::vector_type, IntegerVector>
class CoefficientList<R> {
 public:
  void reserve(std::size_t n) { integers_.reserve(n, n); }
  void push_back(IntegerView value) { integers_.push_back(value); }
  IntegerVector finish() { return integers_.finish(); }

 private:
  IntegerVectorBuilder integers_;
};

template <>
class CoefficientList<Rationals> {
 public:
  void reserve(std::size_t n) { rationals_.reserve(n); }
  void push_back(const Rational& value) { rationals_.push_back(value); }
  RationalVector finish() { return rationals_.finish(); }

 private:
  RationalVectorBuilder rationals_;
};

template <Ring R>
struct SparseList {
  std::vector<std::uint64_t> exponents;
  typename R::vector_type coefficients;

  std::size_t size() const noexcept { return exponents.size(); }
  typename R::element operator[](std::size_t i) const { return typename R::element(coefficients[i]); }
};

/// Two factors of a product.
template <Ring R>
struct ListFactors {
  const SparseList<R>* a;
  const SparseList<R>* b;
};

// Short sums and sums of short products of words (src/poly/sparse/sparse_short.cpp): into `out`, which may be an
// operand, in the memory that it has if that is enough. False, with `out` as it was, where terms are too many or
// coefficients too long. After an exception `out` is as it was, or zero.
POLYFORK_EXPORT bool short_sum(const Integers& ring, SparseList<Integers>& out, const SparseList<Integers>& a,
                               const SparseList<Integers>& b, bool subtract, const ExecutionContext& ctx);
POLYFORK_EXPORT bool short_sum(const PrimeField& field, SparseList<PrimeField>& out, const SparseList<PrimeField>& a,
                               const SparseList<PrimeField>& b, bool subtract, const ExecutionContext& ctx);
/// Throws DomainError when a degree of a product is 2^63 or more.
POLYFORK_EXPORT bool short_dot(const Integers& ring, SparseList<Integers>& out,
                               std::span<const ListFactors<Integers>> factors, const ExecutionContext& ctx);
POLYFORK_EXPORT bool short_dot(const PrimeField& field, SparseList<PrimeField>& out,
                               std::span<const ListFactors<PrimeField>> factors, const ExecutionContext& ctx);

template <class R>
inline constexpr bool has_short_lists_v = std::same_as<R, Integers> || std::same_as<R, PrimeField>;

/// Appends terms in descending order; zeros are left out. What is collected is charged from time to time.
template <Ring R>
class SparseListBuilder {
 public:
  SparseListBuilder(const R& ring, const ExecutionContext& ctx) : ring_(ring), ctx_(ctx) {}
  void push_back(std::uint64_t exponent, typename R::element value) {
    if (ring_.is_zero(value)) return;
    const std::size_t own = growing_bits(value) / 8;
    bytes_ += sizeof(exponent) + sizeof(value) + own;
    if (own > long_bytes) ctx_.poll();
    if (bytes_ > charged_) charge();
    exponents_.push_back(exponent);
    coefficients_.push_back(std::move(value));
  }
  bool empty() const noexcept { return exponents_.empty(); }
  SparseList<R> finish() { return {std::move(exponents_), coefficients_.finish()}; }

 private:
  static constexpr std::size_t long_bytes = 4096;  // numbers that take microseconds to compute
  void charge() {
    ctx_.poll();
    charged_ = std::max<std::size_t>(2048, 2 * bytes_);
    reservation_ = MemoryReservation();
    reservation_ = MemoryReservation(ctx_.memory(), charged_);
  }
  const R& ring_;
  const ExecutionContext& ctx_;
  std::vector<std::uint64_t> exponents_;
  CoefficientList<R> coefficients_;
  MemoryReservation reservation_;
  std::size_t bytes_ = 0;
  std::size_t charged_ = 0;
};

/// The largest exponents of rows first.
class ExponentHeap {
 public:
  struct Entry {
    std::uint64_t exponent;
    std::size_t row;
  };
  bool empty() const noexcept { return entries_.empty(); }
  const Entry& top() const noexcept { return entries_.front(); }
  void push(Entry entry) {
    std::size_t hole = entries_.size();
    entries_.push_back(entry);
    for (; hole != 0 && entries_[(hole - 1) / 2].exponent < entry.exponent; hole = (hole - 1) / 2)
      entries_[hole] = entries_[(hole - 1) / 2];
    entries_[hole] = entry;
  }
  /// Half the work of taking the topmost out and pushing another.
  void replace_top(Entry entry) noexcept {
    const std::size_t end = entries_.size();
    std::size_t hole = 0;
    for (std::size_t child = 1; child < end; child = 2 * hole + 1) {
      if (child + 1 < end && entries_[child].exponent < entries_[child + 1].exponent) ++child;
      if (entries_[child].exponent <= entry.exponent) break;
      entries_[hole] = entries_[child];
      hole = child;
    }
    entries_[hole] = entry;
  }
  void pop() noexcept {
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) replace_top(last);
  }

 private:
  std::vector<Entry> entries_;
};

template <Ring R>
struct SparseListOps {
  using L = SparseList<R>;
  using E = typename R::element;

  /// Terms in any order, exponents may repeat.
  static L collect(const R& ring, std::vector<std::pair<std::uint64_t, E>> terms, const ExecutionContext& ctx) {
    std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    SparseListBuilder<R> out(ring, ctx);
    for (std::size_t i = 0; i < terms.size();) {
      const std::uint64_t exponent = terms[i].first;
      E sum = std::move(terms[i].second);
      for (++i; i < terms.size() && terms[i].first == exponent; ++i) sum = ring.add(sum, terms[i].second);
      out.push_back(exponent, std::move(sum));
    }
    return out.finish();
  }

  /// a + b or a - b.
  static L sum(const R& ring, const L& a, const L& b, bool subtract, const ExecutionContext& ctx) {
    if constexpr (has_short_lists_v<R>) {
      L out;
      if (short_sum(ring, out, a, b, subtract, ctx)) return out;
    }
    return merged(ring, a, b, subtract, ctx);
  }
  /// Into a list that exists, which may be an operand.
  static void sum_into(const R& ring, L& out, const L& a, const L& b, bool subtract, const ExecutionContext& ctx) {
    if constexpr (has_short_lists_v<R>)
      if (short_sum(ring, out, a, b, subtract, ctx)) return;
    out = merged(ring, a, b, subtract, ctx);
  }

  /// The sum, or difference, of lists of any length and numbers of any size.
  static L merged(const R& ring, const L& a, const L& b, bool subtract, const ExecutionContext& ctx) {
    SparseListBuilder<R> out(ring, ctx);
    std::size_t i = 0;
    std::size_t j = 0;
    ctx.charge(a.size() + b.size());
    while (i < a.size() || j < b.size()) {
      if (j == b.size() || (i < a.size() && a.exponents[i] > b.exponents[j])) {
        out.push_back(a.exponents[i], a[i]);
        ++i;
      } else if (i == a.size() || a.exponents[i] < b.exponents[j]) {
        out.push_back(b.exponents[j], subtract ? ring.neg(b[j]) : b[j]);
        ++j;
      } else {
        out.push_back(a.exponents[i], subtract ? ring.sub(a[i], b[j]) : ring.add(a[i], b[j]));
        ++i;
        ++j;
      }
    }
    return out.finish();
  }

  /// f(exponent, coefficient) for every term; zeros are dropped.
  template <class F>
  static L mapped(const R& ring, const L& a, const F& f, const ExecutionContext& ctx) {
    SparseListBuilder<R> out(ring, ctx);
    ctx.charge(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a.exponents[i], f(a.exponents[i], a[i]));
    return out.finish();
  }

  /// By the heap. Throws DomainError when the degree of the product is 2^63 or more.
  static L mul(const R& ring, const L& x, const L& y, const ExecutionContext& ctx) {
    const bool swapped = x.size() > y.size();
    const L& a = swapped ? y : x;
    const L& b = swapped ? x : y;
    SparseListBuilder<R> out(ring, ctx);
    if (a.size() == 0) return out.finish();
    add_exponents(a.exponents.front(), b.exponents.front());
    const MemoryReservation reservation(ctx.memory(), a.size() * 3 * sizeof(ExponentHeap::Entry));
    std::vector<std::size_t> at(a.size(), 0);
    ExponentHeap heap;
    heap.push({a.exponents[0] + b.exponents[0], 0});  // row i + 1 enters when row i leaves its first term
    for (std::size_t products = 0; !heap.empty();) {
      const std::uint64_t exponent = heap.top().exponent;
      E sum = ring.zero();
      while (!heap.empty() && heap.top().exponent == exponent) {
        const std::size_t row = heap.top().row;
        add_product(ring, sum, a, row, b, at[row]);
        const bool first = at[row] == 0;
        if (++at[row] < b.size())
          heap.replace_top({a.exponents[row] + b.exponents[at[row]], row});
        else
          heap.pop();
        if (first && row + 1 < a.size()) heap.push({a.exponents[row + 1] + b.exponents[0], row + 1});
        ++products;
      }
      out.push_back(exponent, std::move(sum));
      if (products >= 4096) {
        ctx.poll();
        ctx.charge(products);
        products = 0;
      }
    }
    return out.finish();
  }

  /// sum += a_i b_j, over Z without temporaries.
  static void add_product(const R& ring, E& sum, const L& a, std::size_t i, const L& b, std::size_t j) {
    if constexpr (std::same_as<R, Integers>)
      sum.add_mul(a.coefficients[i], b.coefficients[j]);
    else
      sum = ring.add(sum, ring.mul(a[i], b[j]));
  }

  /// Quotient and remainder, or nothing where a leading coefficient does not divide. With `exact` nothing also where
  /// the division is not exact, as soon as that is seen. Precondition: b not empty.
  static std::optional<std::pair<L, L>> try_div_rem(const R& ring, const L& a, const L& b, bool exact,
                                                    const ExecutionContext& ctx) {
    const std::uint64_t degree = b.exponents.front();
    const E lead = b[0];
    if (exact && a.size() != 0 && a.exponents.back() < b.exponents.back()) return std::nullopt;
    const std::uint64_t lowest = exact && a.size() != 0 ? a.exponents.back() - b.exponents.back() : 0;
    if (a.size() != 0 && a.exponents.front() >= degree) {
      if (!ring.try_divide(a[0], lead)) return std::nullopt;
      if constexpr (IntegralDomain<R>)
        require_terms(least_quotient_terms(a.exponents, b.exponents), sizeof(std::uint64_t) + sizeof(E), ctx);
    }
    SparseListBuilder<R> quotient(ring, ctx);
    SparseListBuilder<R> remainder(ring, ctx);
    std::vector<std::pair<std::uint64_t, E>> q;  // the quotient again, to be read while it grows
    std::vector<std::size_t> at;
    ExponentHeap heap;
    for (std::size_t i = 0, steps = 0; i < a.size() || !heap.empty(); ++steps) {
      if (steps % 1024 == 0) ctx.poll();
      const bool from_a = i < a.size() && (heap.empty() || a.exponents[i] >= heap.top().exponent);
      const std::uint64_t exponent = from_a ? a.exponents[i] : heap.top().exponent;
      E c = from_a ? a[i++] : ring.zero();
      while (!heap.empty() && heap.top().exponent == exponent) {
        const std::size_t row = heap.top().row;
        c = ring.sub(c, ring.mul(q[row].second, b[at[row]]));
        if (++at[row] < b.size())
          heap.replace_top({q[row].first + b.exponents[at[row]], row});
        else
          heap.pop();
        ctx.charge(1);
      }
      if (ring.is_zero(c)) continue;
      if (exponent < degree) {
        if (exact) return std::nullopt;
        remainder.push_back(exponent, std::move(c));
        continue;
      }
      if (exponent - degree < lowest) return std::nullopt;
      std::optional<E> step = ring.try_divide(c, lead);
      if (!step) return std::nullopt;
      quotient.push_back(exponent - degree, *step);
      q.emplace_back(exponent - degree, std::move(*step));
      at.push_back(1);
      if (b.size() > 1) heap.push({q.back().first + b.exponents[1], q.size() - 1});
    }
    return std::pair<L, L>(quotient.finish(), remainder.finish());
  }
};

// Compiled in src/poly/sparse/sparse_lists.cpp.
extern template struct POLYFORK_EXPORT SparseListOps<Integers>;
extern template struct POLYFORK_EXPORT SparseListOps<Rationals>;
extern template struct POLYFORK_EXPORT SparseListOps<GaussianRationals>;
extern template struct POLYFORK_EXPORT SparseListOps<PrimeField>;
extern template struct POLYFORK_EXPORT SparseListOps<BigPrimeField>;

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
