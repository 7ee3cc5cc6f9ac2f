// Images of a polynomial in two of its variables, as rows of a power series: the others take values, along a geometric
// progression of points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/multi_factor/bivariate_lift.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The images of terms in (x, y_1, y_2, ...) at y_k = value + t.
template <class F>
class PlacedImages {
 public:
  /// k: the number of the variable that is kept beside x, k >= 1. others: the values r of the variables 1, 2, ... but
  /// k, in their sequence. The first image is that at r^first. steps: how many images there will be. Throws DomainError
  /// when the degrees in x and y_k are too high for an array.
  PlacedImages(const WordTerms& a, std::size_t k, std::uint64_t value, std::span<const std::uint64_t> others,
               std::size_t first, std::size_t steps, const F& field);

  /// The next image: rows by powers of t, at r^first, r^(first + 1), ...
  SeriesRows next();

 private:
  F field_;
  std::uint64_t value_;
  std::size_t width_;
  std::size_t length_;
  WordProgression<F> progression_;
  std::vector<std::uint64_t> table_;
};

/// Rows in t + value instead of t: a polynomial in t becomes one in y = t + value, in place.
template <class F>
void shift_rows(SeriesRows& a, std::uint64_t value, const F& field);
/// In vectors where the prime is below 2^31.
template <>
void shift_rows(SeriesRows& a, std::uint64_t value, const WordModulus& p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
