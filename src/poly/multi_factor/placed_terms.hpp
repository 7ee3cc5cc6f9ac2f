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

/// Terms in (x, y_1, y_2, ...), sorted by the exponents of x and y_k as one number, their place.
struct PlacedTerms {
  /// k >= 1. Throws DomainError when the degrees in x and y_k are too high for an array.
  PlacedTerms(const WordTerms& a, std::size_t k);

  std::size_t width;   ///< one more than the degree in x
  std::size_t length;  ///< one more than the degree in y_k
  WordTerms terms;     ///< in (x length + y_k, the others)
};

/// The images of placed terms at y_k = value + t. The others take values along a progression.
template <class F>
class PlacedImages {
 public:
  /// others: the values r of the variables 1, 2, ... but k, in their sequence. The first image is that at r^first.
  /// steps: how many images there will be.
  PlacedImages(const PlacedTerms& a, std::uint64_t value, std::span<const std::uint64_t> others, std::size_t first,
               std::size_t steps, const F& field);

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

/// One image, of terms that need not be sorted for it. In parallel where there is a context.
template <class F>
SeriesRows placed_image(const WordTerms& a, std::size_t k, std::uint64_t value, std::span<const std::uint64_t> others,
                        const F& field, const ExecutionContext* ctx = nullptr);

/// Rows in t + value instead of t: a polynomial in t becomes one in y = t + value, in place.
template <class F>
void shift_rows(SeriesRows& a, std::uint64_t value, const F& field);
/// In vectors where the prime is below 2^31.
template <>
void shift_rows(SeriesRows& a, std::uint64_t value, const WordModulus& p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
