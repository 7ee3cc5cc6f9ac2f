// Which lifted factors belong together, by linear equations.
//
// For a factor G of F, F G'/G (derivatives by x) has no higher degree in t than F, and is the sum of F g'/g for the
// lifted factors g in G: so the indicator of G makes all coefficients beyond that degree vanish [belabas09],
// [lecerf06].
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "poly/plane_factor/series_lift.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Equations in n unknowns, reduced as they come.
template <Field R>
class Equations {
 public:
  using E = typename R::element;
  Equations(const R& ring, std::size_t n) : ring_(ring), n_(n) {}

  std::size_t rank() const noexcept { return rows_.size(); }

  void add(std::vector<E> row) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!ring_.is_zero(row[pivots_[i]])) subtract(row, E(row[pivots_[i]]), rows_[i]);
    std::size_t pivot = 0;
    while (pivot < n_ && ring_.is_zero(row[pivot])) ++pivot;
    if (pivot == n_) return;
    const E inverse = ring_.inverse(row[pivot]);
    for (E& c : row) c = ring_.mul(c, inverse);
    for (std::vector<E>& other : rows_)
      if (!ring_.is_zero(other[pivot])) subtract(other, E(other[pivot]), row);
    rows_.push_back(std::move(row));
    pivots_.push_back(pivot);
  }

  /// The sets whose indicators span the solutions; nothing when no partition does.
  std::optional<std::vector<std::vector<std::size_t>>> partition() const {
    std::vector<bool> is_pivot(n_, false);
    for (const std::size_t p : pivots_) is_pivot[p] = true;
    std::vector<std::vector<std::size_t>> sets;
    std::size_t members = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      if (is_pivot[k]) continue;
      // The solution with 1 for the free unknown k and 0 for the other free ones.
      std::vector<std::size_t> set{k};
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const E value = ring_.neg(rows_[i][k]);
        if (ring_.is_zero(value)) continue;
        if (!ring_.is_one(value)) return std::nullopt;
        set.push_back(pivots_[i]);
      }
      members += set.size();
      sets.push_back(std::move(set));
    }
    // Every pivot is in a set, for all ones are a solution; so sums say whether the sets have elements in common.
    if (members != n_) return std::nullopt;
    return sets;
  }

 private:
  void subtract(std::vector<E>& row, const E& factor, const std::vector<E>& other) const {
    for (std::size_t j = 0; j < n_; ++j)
      if (!ring_.is_zero(other[j])) row[j] = ring_.sub(row[j], ring_.mul(factor, other[j]));
  }

  R ring_;
  std::size_t n_;
  std::vector<std::vector<E>> rows_;
  std::vector<std::size_t> pivots_;
};

/// factors: the monic ones of f, lifted as far as f is known. degree: that of f in t. One class: every polynomial whose
/// image f is, and that has no factor without x, is irreducible.
template <Field R>
std::optional<std::vector<std::vector<std::size_t>>> plane_classes(const SeriesPoly<R>& f,
                                                                   const std::vector<SeriesPoly<R>>& factors,
                                                                   std::size_t degree, const ExecutionContext& ctx) {
  using Poly = DensePoly<R>;
  const std::size_t r = factors.size();
  const std::size_t precision = f.size();
  const R& ring = f[0].ring();
  SeriesPoly<R> lead;
  for (const auto& c : series_coefficient(f, static_cast<std::size_t>(f[0].degree())))
    lead.push_back(Poly::constant(ring, c));
  std::vector<SeriesPoly<R>> before{std::move(lead)};  // times the first factors
  for (std::size_t i = 0; i + 1 < r; ++i) before.push_back(series_product(before[i], factors[i], precision, ctx));
  std::vector<SeriesPoly<R>> sums(r);
  SeriesPoly<R> after;  // the product of the last factors
  for (std::size_t i = r; i-- > 0;) {
    SeriesPoly<R> slope;
    for (const Poly& part : factors[i]) slope.push_back(derivative(part, 1, ctx));
    sums[i] = series_product(before[i], slope, precision, ctx);
    if (!after.empty()) sums[i] = series_product(sums[i], after, precision, ctx);
    after = after.empty() ? factors[i] : series_product(after, factors[i], precision, ctx);
  }
  Equations<R> equations(ring, r);
  for (std::size_t k = degree + 1; k < precision; ++k)
    for (std::size_t e = 0; e < static_cast<std::size_t>(f[0].degree()) && equations.rank() + 1 < r; ++e) {
      ctx.poll();
      std::vector<typename R::element> row;
      for (std::size_t i = 0; i < r; ++i) row.push_back(sums[i][k].coefficient(e));
      equations.add(std::move(row));
    }
  return equations.partition();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
