// Words at the ends of the ranges that the kernels of transforms keep between passes (fft/ntt_kernels.hpp).
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

#include "fft/ntt_kernels.hpp"
#include "random.hpp"

namespace polyfork::test {

inline bool is_fma(const detail::NttKernels& kernels) { return kernels.arithmetic == detail::NttArithmetic::fma; }
inline bool is_wide(const detail::NttKernels& kernels) {
  return &kernels == &detail::kernels::scalar::ntt_shoup64_wide;
}

/// The largest words of the ranges; doubles have these sizes.
inline std::uint64_t largest_forward(const detail::NttKernels& kernels, std::uint64_t p) {
  return is_wide(kernels) ? p - 1 : is_fma(kernels) ? 3 * p + p / 4 : 4 * p - 1;
}
inline std::uint64_t largest_backward(const detail::NttKernels& kernels, std::uint64_t p) {
  return is_wide(kernels) ? p - 1 : is_fma(kernels) ? 2 * p + 2 : 2 * p - 1;
}

/// A word of at most `largest`: for shapes below 6 the ends of a multiple of p, halves of p (the largest of balanced
/// residues) or a random one, for 6 the end of the range, for others any of these.
inline std::uint64_t word_in_range(Random& random, const detail::NttKernels& kernels, std::uint64_t p,
                                   std::uint64_t largest, std::uint64_t shape) {
  const std::uint64_t residues[] = {0, 1, p - 1, p / 2, p / 2 + 1, random.below(p)};
  if (shape > 6) shape = random.below(7);
  std::uint64_t word = shape == 6 ? largest : residues[shape] + p * random.below(4);
  while (word > largest) word -= p;
  if (!is_fma(kernels)) return word;
  const double x = static_cast<double>(word);
  return std::bit_cast<std::uint64_t>(random.below(2) == 0 ? -x : x);
}
inline std::uint64_t forward_word(Random& random, const detail::NttKernels& kernels, std::uint64_t p,
                                  std::uint64_t shape) {
  return word_in_range(random, kernels, p, largest_forward(kernels, p), shape);
}

inline bool is_at_most(const detail::NttKernels& kernels, std::uint64_t largest, std::uint64_t word) {
  if (!is_fma(kernels)) return word <= largest;
  const double x = std::bit_cast<double>(word);
  return std::abs(x) <= static_cast<double>(largest) && x == std::nearbyint(x);
}
inline bool is_forward(const detail::NttKernels& kernels, std::uint64_t p, std::uint64_t word) {
  return is_at_most(kernels, largest_forward(kernels, p), word);
}
inline bool is_backward(const detail::NttKernels& kernels, std::uint64_t p, std::uint64_t word) {
  return is_at_most(kernels, largest_backward(kernels, p), word);
}

/// The canonical residue of a word of working data.
inline std::uint64_t residue_of(const detail::NttKernels& kernels, const WordModulus& m, std::uint64_t word) {
  EXPECT_TRUE(is_forward(kernels, m.value(), word)) << kernels.name;
  if (!is_fma(kernels)) return m.reduce(word);
  const double x = std::bit_cast<double>(word);
  const std::uint64_t size = m.reduce(static_cast<std::uint64_t>(std::abs(x)));
  return x < 0 ? m.neg(size) : size;
}
/// A word of working data for a canonical residue, as small as the arithmetic has it.
inline std::uint64_t word_of(const detail::NttKernels& kernels, const WordModulus& m, std::uint64_t residue) {
  if (!is_fma(kernels)) return residue;
  const std::uint64_t p = m.value();
  const double x = residue > p / 2 ? -static_cast<double>(p - residue) : static_cast<double>(residue);
  return std::bit_cast<std::uint64_t>(x);
}

}  // namespace polyfork::test
