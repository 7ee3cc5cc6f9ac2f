// The kernels of the Cooley-Tukey and the Stockham formula, one for each factor of the products
//
//   DFT_n = prod_(i = 1)^(k - l) (I_(2^(i-1)) (x) (DFT_2 (x) I_q) D_(2,q))  (I_(n/m) (x) DFT_m)
//           prod_(i = k - l)^1 (I_(2^(i-1)) (x) L_2^(n / 2^(i-1)))                       q = 2^(k-i), m = 2^l, n = 2^k
//   DFT_n = prod_(i = 0)^(k - 1) (DFT_2 (x) I_(n/2)) (D_(2,n/2s) (x) I_s) (L_2^(n/s) (x) I_s)                  s = 2^i
//
// (formulas 10 and 12 of M. Moreno Maza and W. Pan, 2010, see word_field.hpp): to be read and measured beside
// transform_kernels.hpp, which does several levels in registers and in shared memory. Every kernel reads and writes the
// whole vector once. Plain products are those of S. A. Haque, M. Moreno Maza and N. Xie, A many-core machine model for
// designing algorithms with minimum parallelism overheads (2014), algorithms 5 to 7.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/formula_parameters.hpp"
#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A block has 2 formula_threads neighbours in shared memory, so that both its reads and its writes are of neighbours:
/// those of even number in a part of the vector, and those of odd number.
POLYFORK_KERNEL(formula_threads, 8)
list_transpose(POLYFORK_PARAMETERS(StridePermutation) p) {
  auto* const tile = static_cast<std::uint32_t*>(simt::shared());
  const unsigned t = simt::thread();
  const std::size_t begin = std::size_t{simt::block()} * 2 * formula_threads;
  const std::size_t length = std::size_t{1} << p.log_length;
  const std::size_t part = length >> p.log_stride;
  for (unsigned i = t; i < 2 * formula_threads; i += formula_threads)
    if (begin + i < length) tile[i] = p.in[begin + i];
  simt::barrier();
  for (unsigned odd = 0; odd < 2; ++odd) {
    const std::size_t from = begin + 2 * t + odd;
    if (from >= length) continue;
    const std::size_t place = from & (part - 1);
    p.out[from - place + odd * (part / 2) + place / 2] = tile[2 * t + odd];
  }
}

/// Strides of s words of even number go to the first half, the others to the second.
POLYFORK_KERNEL(formula_threads, 8)
stride_permutation(POLYFORK_PARAMETERS(StridePermutation) p) {
  const std::size_t half = (std::size_t{1} << p.log_length) / 2;
  const std::size_t i = grid_thread();
  if (i >= half) return;
  const std::size_t within = i & ((std::size_t{1} << p.log_stride) - 1);
  const std::size_t from = 2 * (i - within) + within;
  p.out[i] = p.in[from];
  p.out[half + i] = p.in[from + (std::size_t{1} << p.log_stride)];
}

template <class Multiplication>
POLYFORK_KERNEL(formula_threads, 4)
base_transforms(POLYFORK_PARAMETERS(BaseTransforms) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  std::uint32_t x[base_length];
  POLYFORK_UNROLL
  for (unsigned j = 0; j < base_length; ++j) x[simt::reverse_digits(j, base_log)] = p.in[i * base_length + j];
  POLYFORK_UNROLL
  for (unsigned level = 0; level < base_log; ++level) {
    const unsigned half = 1U << level;
    POLYFORK_UNROLL
    for (unsigned j = 0; j < base_length; ++j) {
      if ((j & half) != 0) continue;
      const std::uint32_t root = p.roots[(j & (half - 1)) << (base_log - 1 - level)];
      const std::uint32_t y = Multiplication::multiply(p.field, x[j + half], root);
      x[j + half] = p.field.subtract(x[j], y);
      x[j] = p.field.add(x[j], y);
    }
  }
  POLYFORK_UNROLL
  for (unsigned j = 0; j < base_length; ++j) p.out[i * base_length + j] = x[j];
}

/// The exponent-th power of a factor.
template <class Multiplication>
POLYFORK_DEVICE std::uint32_t factor_power(const WordField& f, std::uint32_t factor, std::size_t exponent) {
  std::uint32_t power = Multiplication::one(f);
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = Multiplication::multiply(f, power, factor);
    factor = Multiplication::multiply(f, factor, factor);
  }
  return power;
}

template <class Multiplication>
POLYFORK_KERNEL(formula_threads, 8)
list_butterflies(POLYFORK_PARAMETERS(ListButterflies) p) {
  const std::size_t i = grid_thread();
  if (i >= (std::size_t{1} << p.log_length) / 2) return;
  const std::size_t q = std::size_t{1} << p.log_half;
  const std::size_t j = i & (q - 1);
  const std::size_t place = 2 * (i - j) + j;
  std::uint32_t root;
  if (p.powers == RootPowers::computed)
    root = factor_power<Multiplication>(p.field, p.root, j);
  else
    root = p.roots[p.powers == RootPowers::jumped ? j : j << (p.log_length - 1 - p.log_half)];
  const std::uint32_t x = p.in[place];
  const std::uint32_t y = Multiplication::multiply(p.field, p.in[place + q], root);
  p.out[place] = p.field.add(x, y);
  p.out[place + q] = p.field.subtract(x, y);
}

/// s neighbours have one root, so that a block's reads of roots are few.
template <class Multiplication>
POLYFORK_KERNEL(formula_threads, 8)
stride_twiddles(POLYFORK_PARAMETERS(StrideTwiddles) p) {
  const std::size_t half = (std::size_t{1} << p.log_length) / 2;
  const std::size_t j = grid_thread();
  if (j >= half) return;
  const std::uint32_t root = p.roots[j >> p.log_stride << p.log_stride];
  p.data[half + j] = Multiplication::multiply(p.field, p.data[half + j], root);
}

POLYFORK_KERNEL(formula_threads, 8)
half_butterflies(POLYFORK_PARAMETERS(HalfButterflies) p) {
  const std::size_t j = grid_thread();
  if (j >= p.half) return;
  const std::uint32_t x = p.in[j];
  const std::uint32_t y = p.in[p.half + j];
  p.out[j] = p.field.add(x, y);
  p.out[p.half + j] = p.field.subtract(x, y);
}

/// Multiplies residues by one factor or by each other. With the factor w^s and in = {1, ..., w^(s-1)} it doubles a
/// table of powers.
template <class Multiplication>
POLYFORK_KERNEL(formula_threads, 8)
multiply_words(POLYFORK_PARAMETERS(WordProducts) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  std::uint32_t x = p.in[i];
  if (p.others != nullptr) x = Multiplication::multiply(p.field, x, Multiplication::to_factor(p.field, p.others[i]));
  p.out[i] = Multiplication::multiply(p.field, x, p.factor);
}

/// Each thread has s neighbouring columns of one band: the sums of at most s products, of 60 bits each.
template <unsigned s>
POLYFORK_KERNEL(formula_threads, 4)
multiply_bands(POLYFORK_PARAMETERS(PlainProducts) p) {
  auto* const tile = static_cast<std::uint32_t*>(simt::shared());  // of a, from s - 1 words before the columns on
  std::uint32_t* const band = tile + plain_columns<s> + s - 1;
  const unsigned t = simt::thread();
  const std::size_t first = std::size_t{simt::block()} * plain_columns<s>;
  const std::size_t begin = std::size_t{simt::batch()} * s;
  for (unsigned i = t; i < plain_columns<s> + s - 1; i += formula_threads) {
    const std::size_t place = first + i;  // of the coefficient place - (s - 1)
    tile[i] = place >= s - 1 && place - (s - 1) < p.length_a ? p.a[place - (s - 1)] : 0;
  }
  if (t < s) band[t] = begin + t < p.length_b ? p.b[begin + t] : 0;
  simt::barrier();
  POLYFORK_UNROLL
  for (unsigned c = 0; c < s; ++c) {
    const unsigned column = t * s + c;
    std::uint64_t sum = 0;
    POLYFORK_UNROLL
    for (unsigned i = 0; i < s; ++i) sum += std::uint64_t{tile[column + s - 1 - i]} * band[i];
    if (first + column < p.length_a + s - 1)
      p.out[p.pitch * simt::batch() + first + column] = static_cast<std::uint32_t>(sum % p.field.p);
  }
}

POLYFORK_KERNEL(formula_threads, 8)
add_bands(POLYFORK_PARAMETERS(BandSums) p) {
  const std::size_t c = grid_thread();
  const std::size_t to = std::size_t{2} * simt::batch() * p.distance;
  const std::size_t from = to + p.distance;
  if (c >= p.columns || from >= p.count) return;
  std::uint32_t* const sum = p.bands + p.pitch * to + p.moved + c;
  *sum = p.field.add(*sum, p.bands[p.pitch * from + c]);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
