// Sums and values of coefficients that stay on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/kernels/resident_parameters.hpp"
#include "gpu/kernels/word_kernels.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A row's limbs and their number; no limbs where there is no such row.
struct RowOfIntegers {
  const std::uint64_t* limbs;
  unsigned used;
  bool negative;

  POLYFORK_DEVICE std::uint64_t operator[](unsigned l) const { return l < used ? limbs[l] : 0; }
};
POLYFORK_DEVICE RowOfIntegers row_of(const DeviceIntegerRows& v, std::size_t i) {
  if (i >= v.rows) return {nullptr, 0, false};
  const std::int32_t size = v.sizes[i];
  return {row_limbs(v, i), static_cast<unsigned>(size < 0 ? -size : size), size < 0};
}

/// One thread for each row: magnitudes are added, or the smaller one is subtracted from the larger one.
POLYFORK_KERNEL(conversion_threads, 4)
add_integers_by_rows(POLYFORK_PARAMETERS(SumOfIntegers) p) {
  const std::size_t i = grid_thread();
  if (i >= p.rows) return;
  RowOfIntegers a = row_of(p.a, i);
  RowOfIntegers b = row_of(p.b, i);
  if (p.subtract) b.negative = !b.negative;
  const bool difference = a.negative != b.negative;
  if (difference) {
    bool less = a.used < b.used;
    if (a.used == b.used) {
      unsigned l = a.used;
      while (l != 0 && a.limbs[l - 1] == b.limbs[l - 1]) --l;
      less = l != 0 && a.limbs[l - 1] < b.limbs[l - 1];
    }
    if (less) {
      const RowOfIntegers smaller = a;
      a = b;
      b = smaller;
    }
  }
  std::uint64_t* const row = p.limbs + p.stride * i;
  std::uint64_t carry = 0;
  unsigned used = 0;
  for (unsigned l = 0; l < p.stride; ++l) {
    const std::uint64_t x = a[l];
    const std::uint64_t y = b[l];
    std::uint64_t limb;
    if (difference) {
      const std::uint64_t d = x - y;
      limb = d - carry;
      carry = (x < y ? 1 : 0) | (d < carry ? 1 : 0);
    } else {
      const std::uint64_t s = x + y;
      limb = s + carry;
      carry = (s < x ? 1 : 0) | (limb < s ? 1 : 0);
    }
    row[l] = limb;
    if (limb != 0) used = l + 1;
  }
  p.sizes[i] = a.negative ? -static_cast<std::int32_t>(used) : static_cast<std::int32_t>(used);
}

POLYFORK_KERNEL(conversion_threads, 4)
add_words_by_place(POLYFORK_PARAMETERS(SumOfWords) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  const std::uint64_t a = i < p.length_a ? p.a[i] : 0;
  std::uint64_t b = i < p.length_b ? p.b[i] : 0;
  if (p.subtract && b != 0) b = p.modulus - b;
  const std::uint64_t sum = a + b;
  p.out[i] = sum >= p.modulus ? sum - p.modulus : sum;
}

/// A thread has every evaluation_threads-th word of its block, by Horner's scheme.
POLYFORK_KERNEL(evaluation_threads, 4)
evaluate_blocks(POLYFORK_PARAMETERS(WordEvaluation) p) {
  auto* const sums = static_cast<std::uint64_t*>(simt::shared());
  const unsigned t = simt::thread();
  const std::size_t begin = p.block * simt::block();
  std::uint64_t sum = 0;
  for (std::size_t at = p.block; at != 0; at -= evaluation_threads) {
    const std::size_t i = begin + at - evaluation_threads + t;
    sum = multiply_word(sum, p.step, p.modulus) + (i < p.count ? p.words[i] : 0);
    if (sum >= p.modulus) sum -= p.modulus;
  }
  sums[t] = multiply_word(sum, p.powers[t], p.modulus);
  for (unsigned half = evaluation_threads / 2; half != 0; half /= 2) {
    simt::barrier();
    if (t < half) {
      const std::uint64_t both = sums[t] + sums[t + half];
      sums[t] = both >= p.modulus ? both - p.modulus : both;
    }
  }
  if (t == 0) p.sums[simt::block()] = sums[0];
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
