// Sparse polynomials taken apart: by a variable, by monomials, into dense univariate ones, and put together again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/exponent_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using MultiExponents = std::vector<std::uint64_t>;

template <Ring R>
ExponentColumns exponent_columns(const SparseMultiPoly<R>& a) {
  return ExponentColumns(a.monomials(), a.variables());
}
/// The exponents of all terms, one row for each.
template <Ring R>
std::vector<std::uint64_t> exponent_table(const SparseMultiPoly<R>& a) {
  std::vector<std::uint64_t> table(a.term_count() * a.variables().size());
  write_exponent_rows(table.data(), a.monomials(), a.variables(), 0, a.term_count());
  return table;
}

/// The largest exponent of each of n variables in a table of exponents; zeros when there is no term.
inline MultiExponents largest_exponents(std::span<const std::uint64_t> table, std::size_t n) {
  MultiExponents largest(n, 0);
  for (std::size_t i = 0; i < table.size(); i += n)
    for (std::size_t k = 0; k < n; ++k) largest[k] = std::max(largest[k], table[i + k]);
  return largest;
}

/// The leading coefficient in variable v is a constant. Precondition: there is a term.
inline bool has_constant_lead(const ExponentColumns& exponents, const MultiExponents& degrees, std::size_t v) {
  for (std::size_t i = 0; i < exponents.terms(); ++i)
    if (exponents(i, v) == degrees[v])
      for (std::size_t k = 0; k < degrees.size(); ++k)
        if (k != v && exponents(i, k) != 0) return false;
  return true;
}

/// change(exponents) for every term.
template <Ring R, class F>
SparseMultiPoly<R> with_exponents(const SparseMultiPoly<R>& a, const F& change, const ExecutionContext& ctx) {
  const std::size_t n = a.variables().size();
  std::vector<std::uint64_t> table = exponent_table(a);
  typename SparseMultiPoly<R>::Collector collector(a.ring(), a.variables());
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    const std::span<std::uint64_t> row = std::span(table).subspan(i * n, n);
    change(row);
    collector.push_back(row, a.coefficient(i));
  }
  return std::move(collector).finish(ctx);
}

template <Ring R>
SparseMultiPoly<R> one_like(const SparseMultiPoly<R>& a) {
  return a.constant_like(a.ring().one());
}

/// One coefficient of a as a polynomial in a variable.
template <Ring R>
struct MultiPart {
  std::uint64_t exponent;
  SparseMultiPoly<R> part;  ///< does not contain the variable
};

/// The coefficients of a polynomial in variable v, made when they are asked for. The polynomial must outlive this.
template <Ring R>
class MultiParts {
 public:
  MultiParts(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx)
      : a_(a), v_(v), columns_(exponent_columns(a)), sorted_(columns_.descending(v, ctx)) {
    for (std::size_t i = 0; i < sorted_.size(); i = end_of_part(i)) begin_.push_back(i);
    begin_.push_back(sorted_.size());
  }
  /// By descending exponents of v; none for zero.
  std::size_t size() const noexcept { return begin_.size() - 1; }
  std::uint64_t exponent(std::size_t k) const noexcept { return columns_(sorted_[begin_[k]], v_); }
  std::size_t terms(std::size_t k) const noexcept { return begin_[k + 1] - begin_[k]; }
  /// The exponents of the largest monomial that divides all coefficients.
  MultiExponents common_monomial() const {
    MultiExponents least = columns_.least();
    least[v_] = 0;
    return least;
  }
  SparseMultiPoly<R> part(std::size_t k, const ExecutionContext& ctx) const {
    ctx.poll();
    typename SparseMultiPoly<R>::Collector collector(a_.ring(), a_.variables());
    MultiExponents row(columns_.variables());
    for (std::size_t i = begin_[k]; i < begin_[k + 1]; ++i) {
      for (std::size_t u = 0; u < row.size(); ++u) row[u] = u == v_ ? 0 : columns_(sorted_[i], u);
      collector.push_back(row, a_.coefficient(sorted_[i]));
    }
    return std::move(collector).finish(ctx);
  }

 private:
  /// The first place behind those of terms with the exponent of term sorted_[i], found in steps that double.
  std::size_t end_of_part(std::size_t i) const noexcept {
    const std::uint64_t exponent = columns_(sorted_[i], v_);
    const auto same = [&](std::size_t j) { return columns_(sorted_[j], v_) == exponent; };
    std::size_t step = 1;
    std::size_t last = i;
    for (; last + step < sorted_.size() && same(last + step); step *= 2) last += step;
    for (; step != 0; step /= 2)
      if (last + step < sorted_.size() && same(last + step)) last += step;
    return last + 1;
  }

  const SparseMultiPoly<R>& a_;
  std::size_t v_;
  ExponentColumns columns_;
  std::vector<std::size_t> sorted_;  // terms
  std::vector<std::size_t> begin_;   // of the parts, and the end
};

/// By descending exponents of variable v; none for zero.
template <Ring R>
std::vector<MultiPart<R>> parts_in(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx) {
  const MultiParts<R> all(a, v, ctx);
  std::vector<MultiPart<R>> parts;
  parts.reserve(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) parts.push_back({all.exponent(k), all.part(k, ctx)});
  return parts;
}

/// sum part v^exponent, all in the variables of `like`.
template <Ring R>
SparseMultiPoly<R> from_parts(const std::vector<MultiPart<R>>& parts, std::size_t v, const SparseMultiPoly<R>& like,
                              const ExecutionContext& ctx) {
  typename SparseMultiPoly<R>::Collector collector(like.ring(), like.variables());
  MultiExponents zero(like.variables().size(), 0);
  for (const MultiPart<R>& p : parts) {
    ctx.poll();
    for (std::size_t i = 0; i < p.part.term_count(); ++i) {
      MultiExponents e = p.part.is_constant() ? zero : p.part.exponents(i);
      e[v] += p.exponent;
      collector.push_back(e, p.part.coefficient(i));
    }
  }
  return std::move(collector).finish(ctx);
}

/// The leading coefficient of a as a polynomial in variable v. Precondition: a not zero.
template <Ring R>
SparseMultiPoly<R> leading_part(const SparseMultiPoly<R>& a, std::size_t v, const ExecutionContext& ctx) {
  return MultiParts<R>(a, v, ctx).part(0, ctx);
}

/// The smallest exponent of each variable; zeros for zero.
template <Ring R>
MultiExponents smallest_exponents(const SparseMultiPoly<R>& a) {
  return exponent_columns(a).least();
}

/// The coefficients of a with other monomials, which op(word of a, word of m) gives for the monomial m of these
/// exponents; all in a layout that holds every result.
template <Ring R, class Op>
SparseMultiPoly<R> with_words(const SparseMultiPoly<R>& a, const PackedMonomials& m, const MonomialLayout& layout,
                              const Op& op, const ExecutionContext& ctx) {
  constexpr std::size_t grain = std::size_t{1} << 13;
  const MemoryReservation held(ctx.memory(), 2 * a.term_count() * layout.words * sizeof(std::uint64_t));
  const InLayout from(a.monomials(), layout);
  const InLayout by(m, layout);
  MonomialWords words(a.term_count() * layout.words);
  parallel_for(ctx, a.term_count(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t w = 0; w < layout.words; ++w) words[i * layout.words + w] = op((*from)[i][w], (*by)[0][w]);
  });
  PackedMonomials monomials(layout, std::move(words));
  const MonomialLayout narrow = MonomialLayout::for_value(layout.fields, monomials.largest_field());
  if (!(narrow == layout)) monomials = monomials.repacked(narrow);
  const typename R::vector_type& coefficients = a.coefficients();
  if constexpr (requires { coefficients.copy(ctx); })
    return SparseMultiPoly<R>::make(a.ring(), a.variables(), {std::move(monomials), coefficients.copy(ctx)});
  else
    return SparseMultiPoly<R>::make(a.ring(), a.variables(), {std::move(monomials), coefficients});
}

/// Whether these are the exponents of 1.
inline bool are_zero(const MultiExponents& e) noexcept {
  return std::all_of(e.begin(), e.end(), [](std::uint64_t x) { return x == 0; });
}

/// a divided by a monomial, which divides it. Fields are linear in exponents: they are subtracted.
template <Ring R>
SparseMultiPoly<R> without_monomial(const SparseMultiPoly<R>& a, const MultiExponents& e, const ExecutionContext& ctx) {
  if (are_zero(e)) return a;
  const auto m = SparseMultiPoly<R>::monomial(a.ring(), a.variables(), a.ring().one(), e);
  return with_words(
      a, m.monomials(), a.monomials().layout(), [](std::uint64_t x, std::uint64_t y) { return x - y; }, ctx);
}
template <Ring R>
SparseMultiPoly<R> with_monomial(const SparseMultiPoly<R>& a, const MultiExponents& e, const ExecutionContext& ctx) {
  if (are_zero(e) || a.is_zero()) return a;
  const auto m = SparseMultiPoly<R>::monomial(a.ring(), a.variables(), a.ring().one(), e);
  return with_words(
      a, m.monomials(), product_layout(a.monomials().maxima(), m.monomials().maxima()),
      [](std::uint64_t x, std::uint64_t y) { return x + y; }, ctx);
}

/// A box of exponents as places of a univariate polynomial: x_k = x^stride_k.
struct MultiBox {
  explicit MultiBox(const MultiExponents& degrees) : lengths(degrees), strides(degrees.size()) {
    for (std::size_t k = degrees.size(); k-- > 0; size = saturating_mul(size, lengths[k])) {
      lengths[k] = saturating_add(degrees[k], 1);
      strides[k] = size;
    }
  }
  MultiExponents lengths;
  MultiExponents strides;
  std::size_t size = 1;
};

/// Kronecker's substitution. Precondition: every exponent lies in the box, the box fits memory.
template <Ring R>
DensePoly<R> to_box(const SparseMultiPoly<R>& a, const MultiBox& box, const ExecutionContext& ctx) {
  const std::size_t n = a.variables().size();
  const std::vector<std::uint64_t> table = exponent_table(a);
  std::vector<std::size_t> places(a.term_count(), 0);
  std::size_t length = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < n; ++k) places[i] += table[i * n + k] * box.strides[k];
    length = std::max(length, places[i] + 1);
  }
  ctx.poll();
  const MemoryReservation reservation(ctx.memory(), saturating_mul(length, sizeof(typename R::element)));
  std::vector<typename R::element> c(length, a.ring().zero());
  for (std::size_t i = 0; i < places.size(); ++i) c[places[i]] = a.coefficient(i);
  return DensePoly<R>::from_elements(a.ring(), std::move(c));
}
/// The inverse; nothing when a degree is too large. Coefficients are kept.
template <Ring R>
std::optional<SparseMultiPoly<R>> from_box(const DensePoly<R>& f, const MultiBox& box, const MultiExponents& degrees,
                                           const SparseMultiPoly<R>& like, const ExecutionContext& ctx) {
  typename SparseMultiPoly<R>::Collector collector(like.ring(), like.variables());
  MultiExponents e(degrees.size());
  for (std::size_t i = f.length(); i-- > 0;) {
    typename R::element c = f.coefficient(i);
    if (f.ring().is_zero(c)) continue;
    if (i >= box.size) return std::nullopt;
    for (std::size_t k = 0; k < e.size(); ++k) {
      e[k] = i / box.strides[k] % box.lengths[k];
      if (e[k] > degrees[k]) return std::nullopt;
    }
    collector.push_back(e, std::move(c));
  }
  return std::move(collector).finish(ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
