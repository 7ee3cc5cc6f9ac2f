// Polynomials in x over truncated power series in t, and sums of products of their rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/factor/word_sums.hpp"
#include "poly/residues/field_poly.hpp"
#include "poly/residues/field_sum.hpp"

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
/// Sums of products of rows: out[x] = sum a[j] b[m - j] at x over first <= j < end.
template <class F>
class RowSums {
 public:
  explicit RowSums(const F& field) : field_(field) {}

  void operator()(const SeriesRows& a, const SeriesRows& b, std::size_t m, std::size_t first, std::size_t end,
                  std::span<std::uint64_t> out) const {
    for (std::size_t x = 0; x < out.size(); ++x) {
      const std::size_t low = x < b.width ? 0 : x - b.width + 1;
      const std::size_t high = std::min(x + 1, a.width);
      FieldSum<F> sum(field_);
      if (low < high)
        for (std::size_t j = first; j < end; ++j)
          sum.add_reversed(a.row(j).data() + low, b.row(m - j).data() + (x - low), high - low);
      out[x] = sum.value();
    }
  }

 private:
  const F& field_;
};

/// Sums of products of rows modulo a word, in vectors where it is below 2^31.
class WordRowSums {
 public:
  explicit WordRowSums(const WordModulus& p) : scalar_(p), modulus_(p), kernel_(sum_kernel(p.value(), active_isa())) {}

  void operator()(const SeriesRows& a, const SeriesRows& b, std::size_t m, std::size_t first, std::size_t end,
                  std::span<std::uint64_t> out) const {
    if (first >= end || kernel_.rows == nullptr) return scalar_(a, b, m, first, end, out);
    const auto step = [](const SeriesRows& rows) { return static_cast<std::ptrdiff_t>(rows.step()); };
    const SumRows up{a.row(first).data(), a.width, step(a)};
    const SumRows down{b.row(m - first).data(), b.width, -step(b)};
    if (a.width <= b.width)
      kernel_.rows(modulus_, up, down, end - first, out.data());
    else
      kernel_.rows(modulus_, down, up, end - first, out.data());
    for (std::uint64_t& c : out) c = modulus_.with_r(c);
  }

 private:
  RowSums<WordModulus> scalar_;
  SumModulus modulus_;
  const SumKernel& kernel_;
};

inline WordRowSums row_sums(const WordModulus& p) { return WordRowSums(p); }
template <class F>
RowSums<F> row_sums(const F& field) {
  return RowSums<F>(field);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
