// Sums of rows of one limb, as signed words without branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <gmp.h>

#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

// Four rows at a time, in vectors of the baseline processor; other compilers take the loop of single rows.
#if defined(__GNUC__) && !defined(__clang__)
#define POLYFORK_FOUR_ROWS 1
#else
#define POLYFORK_FOUR_ROWS 0
#endif

#if POLYFORK_FOUR_ROWS
namespace word_rows {

using Sizes = std::int32_t __attribute__((vector_size(16)));
using Words = std::int64_t __attribute__((vector_size(16)));

template <class Vector, class T>
Vector load(const T* from) noexcept {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

/// |value| and the sign of each half, in both parts of it.
inline Words magnitudes(Words value, Sizes& signs) noexcept {
  const auto halves = reinterpret_cast<Sizes>(value) >> 31;
  signs = __builtin_shuffle(halves, Sizes{1, 1, 3, 3});
  const auto mask = reinterpret_cast<Words>(signs);
  return (value ^ mask) - mask;
}

/// Rows i to i + 3 of a sum.
inline void add_four(mp_limb_t* limbs, std::int32_t* sizes, const mp_limb_t* x, const std::int32_t* sizes_x,
                     const mp_limb_t* y, const std::int32_t* sizes_y, std::int32_t minus_x,
                     std::int32_t minus_y) noexcept {
  const Sizes signs_x = (load<Sizes>(sizes_x) >> 31) ^ minus_x;
  const Sizes signs_y = (load<Sizes>(sizes_y) >> 31) ^ minus_y;
  const auto half = [](Sizes signs, Sizes which) { return reinterpret_cast<Words>(__builtin_shuffle(signs, which)); };
  const auto sum = [&](std::size_t first, Sizes which) {
    const Words left = half(signs_x, which);
    const Words right = half(signs_y, which);
    return ((load<Words>(x + first) ^ left) - left) + ((load<Words>(y + first) ^ right) - right);
  };
  Sizes low_signs;
  Sizes high_signs;
  const Words low = magnitudes(sum(0, Sizes{0, 0, 1, 1}), low_signs);
  const Words high = magnitudes(sum(2, Sizes{2, 2, 3, 3}), high_signs);
  const auto l = reinterpret_cast<Sizes>(low);
  const auto h = reinterpret_cast<Sizes>(high);
  const Sizes joined = __builtin_shuffle(l, h, Sizes{0, 2, 4, 6}) | __builtin_shuffle(l, h, Sizes{1, 3, 5, 7});
  const Sizes signed_sizes = __builtin_shuffle(low_signs, high_signs, Sizes{0, 2, 4, 6}) | ((joined != 0) & 1);
  std::memcpy(limbs, &low, sizeof low);
  std::memcpy(limbs + 2, &high, sizeof high);
  std::memcpy(sizes, &signed_sizes, sizeof signed_sizes);
}

}  // namespace word_rows
#endif

/// Rows of one limb that are sums of such rows, none longer than 62 bits; the sum may be an operand. Zeros have no sign
/// but that of `minus`, which does not matter.
inline void add_word_rows(mp_limb_t* limbs, std::int32_t* sizes, const mp_limb_t* x, const std::int32_t* sizes_x,
                          const mp_limb_t* y, const std::int32_t* sizes_y, std::int32_t minus_x, std::int32_t minus_y,
                          std::size_t count) noexcept {
  std::size_t i = 0;
#if POLYFORK_FOUR_ROWS
  for (; i + 4 <= count; i += 4)
    word_rows::add_four(limbs + i, sizes + i, x + i, sizes_x + i, y + i, sizes_y + i, minus_x, minus_y);
#endif
  for (; i < count; ++i) {
    const std::int64_t flip_x = minus_x;
    const std::int64_t flip_y = minus_y;
    const std::int64_t left = (signed_word(x[i], sizes_x[i]) ^ flip_x) - flip_x;
    const std::int64_t right = (signed_word(y[i], sizes_y[i]) ^ flip_y) - flip_y;
    store_word(limbs + i, sizes + i, left + right);
  }
}

/// All words of two arrays, joined by or.
inline mp_limb_t joined_words(const mp_limb_t* x, const mp_limb_t* y, std::size_t count) noexcept {
  mp_limb_t joined = 0;
  std::size_t i = 0;
#if POLYFORK_FOUR_ROWS
  word_rows::Words pairs{};
  for (; i + 2 <= count; i += 2)
    pairs |= word_rows::load<word_rows::Words>(x + i) | word_rows::load<word_rows::Words>(y + i);
  joined = static_cast<mp_limb_t>(pairs[0] | pairs[1]);
#endif
  for (; i < count; ++i) joined |= x[i] | y[i];
  return joined;
}

#undef POLYFORK_FOUR_ROWS

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
