// Single rows of two's complement limbs as fixed-point numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/ring/integer_view.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// ceil(x / 2^bits) of an error bound. One that has saturated is no bound any more, and stays that.
constexpr std::uint64_t bound_scaled_up(std::uint64_t x, std::size_t bits) noexcept {
  if (x == 0 || x == UINT64_MAX) return x;
  return bits >= 64 ? 1 : ((x - 1) >> bits) + 1;
}

/// An upper bound of |row| / 2^drop, off by less than 2. Precondition: fixed_bits(row) <= drop + 62.
std::uint64_t fixed_magnitude(const mp_limb_t* row, std::size_t limbs, std::size_t drop) noexcept;

/// floor(row / 2^drop). Precondition: it fits a word with its sign.
std::int64_t fixed_word(const mp_limb_t* row, std::size_t limbs, std::size_t drop) noexcept;

/// out = floor(row / 2^drop), sign extended. Precondition: it fits.
void fixed_floor_shift(const mp_limb_t* row, std::size_t limbs, std::size_t drop, mp_limb_t* out,
                       std::size_t out_limbs) noexcept;

/// out = floor(a 2^place). Precondition: it fits.
void fixed_from_integer(IntegerView a, std::int64_t place, mp_limb_t* out, std::size_t out_limbs);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
