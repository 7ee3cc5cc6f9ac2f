// Merging the terms of two sparse polynomials whose coefficients are rows of one limb, into arrays that have room.
//
// Terms are moved as they are, key, limb and signed size; only where monomials meet is there a sum. The order of terms
// is a branch. Where a processor guesses it wrong for every other term that costs some 5 ns a term, about what one
// takes in multi_merge_words.hpp, whose steps without branches wait for one another and whose operands are made words
// first; where it guesses right, as for short sums, 1 ns. Cost: O(n + m), some ten instructions a term.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <gmp.h>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Terms one after another.
struct LimbTerms {
  const std::uint64_t* keys;
  const mp_limb_t* limbs;
  const std::int32_t* sizes;
  std::size_t count;
};

/// Room for the terms of both operands.
struct LimbRoom {
  std::uint64_t* keys;
  mp_limb_t* limbs;
  std::int32_t* sizes;
};

/// The sum of x and y, or their difference, whose monomials have W words: how many terms it has. Nothing where a sum is
/// longer than a limb.
template <std::size_t W, bool minus>
std::optional<std::size_t> merge_limbs(const LimbTerms x, const LimbTerms y, const LimbRoom room) noexcept {
  // Pointers, not indices, so that the compiler keeps the two ways apart.
  const std::uint64_t* key_x = x.keys;
  const std::uint64_t* key_y = y.keys;
  const mp_limb_t* limb_x = x.limbs;
  const mp_limb_t* limb_y = y.limbs;
  const std::int32_t* size_x = x.sizes;
  const std::int32_t* size_y = y.sizes;
  std::uint64_t* key = room.keys;
  mp_limb_t* limb = room.limbs;
  std::int32_t* size = room.sizes;
  const std::uint64_t* const end_x = key_x + x.count * W;
  const std::uint64_t* const end_y = key_y + y.count * W;
  const auto move_x = [&] {
    for (std::size_t w = 0; w < W; ++w) *key++ = *key_x++;
    *limb++ = *limb_x++;
    *size++ = *size_x++;
  };
  const auto move_y = [&] {
    for (std::size_t w = 0; w < W; ++w) *key++ = *key_y++;
    *limb++ = *limb_y++;
    *size++ = minus ? -*size_y : *size_y;
    ++size_y;
  };
  while (key_x != end_x && key_y != end_y) {
    const std::size_t w = W == 2 && *key_x == *key_y ? 1 : 0;
    if (key_x[w] > key_y[w]) {
      move_x();
    } else if (key_x[w] < key_y[w]) {
      move_y();
    } else {
      const mp_limb_t a = *limb_x;
      const mp_limb_t b = *limb_y++;
      const std::int32_t sign = *size_x;
      const bool alike = (sign ^ (minus ? -*size_y : *size_y)) >= 0;
      const mp_limb_t sum = alike ? a + b : a - b;
      if (alike && sum < a) return std::nullopt;
      const bool flipped = !alike && a < b;
      ++size_y;
      key_y += W;
      move_x();
      limb[-1] = flipped ? 0 - sum : sum;
      size[-1] = flipped ? -sign : sign;
      if (sum != 0) continue;
      key -= W;
      --limb;
      --size;
    }
  }
  while (key_x != end_x) move_x();
  while (key_y != end_y) move_y();
  return static_cast<std::size_t>(limb - room.limbs);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
