// Hensel lifting of factors in x from t = 0 to power series in t, over a field of words.
//
// With bases u_S, coprime, and the leading coefficients of the factors known as series, every further coefficient of t
// follows from the error E of the product so far: the factors change by E s_S mod u_S, s_S the inverse of the other
// bases' product modulo u_S. Partial products from the left are kept, so that a coefficient of t costs one sum of
// products for each factor. For r factors, length l and degree d in x: O(r l^2 d^2 / 2) products of words at most, half
// of it for two factors. Literature: Geddes, Czapor, Labahn, chapter 6; Bernardin, ISSAC 1999.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/factor/word_sums.hpp"
#include "poly/residues/field_poly.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial in x over truncated power series in t: a row for each power of t, coefficients of x ascending. Zeros
/// stand before, between and behind the rows, which vectors read.
class SeriesRows {
 public:
  static constexpr std::size_t padding = SumKernel::padding;

  SeriesRows(std::size_t row_width, std::size_t row_count)
      : width(row_width), length(row_count), words_(row_count * (row_width + padding) + padding, 0) {}
  std::span<std::uint64_t> row(std::size_t m) noexcept {
    return std::span(words_).subspan(padding + m * step(), width);
  }
  std::span<const std::uint64_t> row(std::size_t m) const noexcept {
    return std::span(words_).subspan(padding + m * step(), width);
  }
  /// The coefficients of x^0, a series.
  FieldPoly constants() const {
    FieldPoly series(length);
    for (std::size_t m = 0; m < length; ++m) series[m] = row(m)[0];
    return series;
  }
  /// Words from one row to the next.
  std::size_t step() const noexcept { return width + padding; }
  std::size_t bytes() const noexcept { return words_.size() * sizeof(std::uint64_t); }

  std::size_t width;
  std::size_t length;

 private:
  std::vector<std::uint64_t> words_;
};

template <class F>
class BivariateLifter {
 public:
  /// Bases are not constant, and normalised.
  BivariateLifter(std::vector<FieldPoly> bases, const F& field);
  /// Lifting needs it.
  bool coprime() const noexcept { return coprime_; }
  const std::vector<FieldPoly>& bases() const noexcept { return bases_; }

  /// The factors of a modulo t^length; rows that a does not have are zero. leads: of the factors, as series, that may
  /// be short, and are equal to the bases' leading coefficients at t = 0. Empty when the product of the leads is not
  /// that of a, or the product of the bases is not a's first row.
  std::vector<SeriesRows> lift(const SeriesRows& a, std::span<const FieldPoly> leads, std::size_t length,
                               const ExecutionContext& ctx) const;

 private:
  std::vector<FieldPoly> bases_;
  std::vector<FieldPoly> inverses_;  // of the product of the other bases
  bool coprime_ = true;
  F field_;
};

/// The rows [from, length) of a f'/f, f' the derivative by x: for a factor f of a these are those of a polynomial
/// whose degree in t is at most a's. Precondition: f divides a modulo t^f.length and is monic.
template <class F>
SeriesRows logarithmic_rows(const SeriesRows& a, const SeriesRows& f, std::size_t from, const F& field,
                            const ExecutionContext& ctx);

/// The product modulo t^length.
template <class F>
SeriesRows series_product(const SeriesRows& a, const SeriesRows& b, std::size_t length, const F& field,
                          const ExecutionContext& ctx);

/// a(t) b(x, t) modulo t^length.
template <class F>
SeriesRows scaled_rows(FieldSpan a, const SeriesRows& b, std::size_t length, const F& field);

/// 1 / a modulo t^length. Precondition: a(0) is not zero.
template <class F>
FieldPoly inverse_series(FieldSpan a, std::size_t length, const F& field);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
