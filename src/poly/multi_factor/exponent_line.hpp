// Polynomials in several variables whose exponents lie on a line: polynomials in one monomial, but for a factor.
//
// With v a shortest integer vector along the line, f = x^b F(x^v) for a univariate F with F(0) not zero; entries of v
// may be negative. Some change of variables that takes monomials to monomials, in both directions, takes x^v to a
// variable, since the entries of v have no common factor. So the factors of f, but for variables, are those of F at
// x^v, made polynomials by the least monomial. One variable is the case v = e_k, a form in two variables v = e_k - e_l.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>

#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class ExponentLine {
 public:
  /// Nothing where the exponents of f lie on no line, or it has fewer than two terms. Exponents are below 2^63.
  template <Ring R>
  static std::optional<ExponentLine> of(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
    if (f.term_count() < 2) return std::nullopt;
    const ExponentColumns exponents = exponent_columns(f);
    const std::size_t n = f.variables().size();
    const std::size_t last = f.term_count() - 1;
    ExponentLine line;
    std::uint64_t common = 0;
    for (std::size_t k = 0; k < n; ++k) {
      line.direction_.push_back(difference(exponents(0, k), exponents(last, k)));
      common = std::gcd(common, magnitude(line.direction_[k]));
    }
    for (std::int64_t& e : line.direction_) e /= static_cast<std::int64_t>(common);
    const auto entry = std::find_if(line.direction_.begin(), line.direction_.end(), [](auto e) { return e != 0; });
    const auto k = static_cast<std::size_t>(entry - line.direction_.begin());
    // Terms are ordered by an order of the group of monomials, so that they follow each other along the line.
    for (std::size_t i = 0; i <= last; ++i) {
      if (i % poll_terms == 0) ctx.poll();
      const std::int64_t along = difference(exponents(i, k), exponents(last, k));
      const std::int64_t position = along / *entry;
      for (std::size_t j = 0; j < n; ++j) {
        __extension__ using Wide = __int128;
        if (Wide(position) * line.direction_[j] != difference(exponents(i, j), exponents(last, j))) return std::nullopt;
      }
      line.positions_.push_back(static_cast<std::uint64_t>(position));
    }
    return line;
  }

  /// The entries of v.
  const std::vector<std::int64_t>& direction() const noexcept { return direction_; }

  /// F, for the f that this is the line of. Its leading coefficient is that of f.
  template <Ring R>
  SparsePoly<R> univariate(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) const {
    std::vector<typename SparsePoly<R>::Term> terms;
    terms.reserve(f.term_count());
    for (std::size_t i = 0; i < f.term_count(); ++i) terms.push_back({positions_[i], f.coefficient(i)});
    return SparsePoly<R>(f.ring(), std::move(terms), ctx);
  }

  /// g(x^v) times the least monomial that makes it a polynomial, for a divisor g of F.
  template <Ring R>
  SparseMultiPoly<R> multivariate(const SparsePoly<R>& g, const Variables& variables,
                                  const ExecutionContext& ctx) const {
    typename SparseMultiPoly<R>::Collector collector(g.ring(), variables);
    const auto degree = static_cast<std::uint64_t>(g.degree());
    MultiExponents row(direction_.size());
    for (std::size_t i = 0; i < g.term_count(); ++i) {
      if (i % poll_terms == 0) ctx.poll();
      const std::uint64_t e = g.packed_terms().exponents[i];
      for (std::size_t k = 0; k < row.size(); ++k)
        row[k] = magnitude(direction_[k]) * (direction_[k] < 0 ? degree - e : e);
      collector.push_back(row, g.packed_terms()[i]);
    }
    return std::move(collector).finish(ctx);
  }

 private:
  static std::int64_t difference(std::uint64_t a, std::uint64_t b) noexcept { return static_cast<std::int64_t>(a - b); }
  static std::uint64_t magnitude(std::int64_t e) noexcept {
    return e < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(e) : static_cast<std::uint64_t>(e);
  }

  std::vector<std::int64_t> direction_;
  std::vector<std::uint64_t> positions_;  // of the terms, in units of v from the last one
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
