// How many stripes, or panels, a task of the residue conversions takes.
#pragma once

#include <algorithm>
#include <cstddef>

#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// About 2^16 word operations a task, tens of microseconds: well above the cost of a fork. Whole stripes, so that no
/// two tasks write to one cache line of limbs.
inline std::size_t stripe_grain(std::size_t words_per_coefficient) noexcept {
  constexpr std::size_t task = (std::size_t{1} << 16) / IntegerVector::stripe_rows;
  return std::max<std::size_t>(1, task / std::max<std::size_t>(1, words_per_coefficient));
}

/// Panels of 32 coefficients that a task of the vector kernels takes: several word operations at a time, so five
/// microseconds and more. Fewer tasks would leave cores idle in conversions of some hundred coefficients.
inline std::size_t panel_grain(std::size_t words_per_coefficient) noexcept {
  constexpr std::size_t task = (std::size_t{1} << 16) / 32;
  return std::max<std::size_t>(1, task / std::max<std::size_t>(1, words_per_coefficient));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
