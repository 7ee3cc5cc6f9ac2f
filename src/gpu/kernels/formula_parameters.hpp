// What the kernels of the two classical formulas of transforms, and those of plain products, are told. For the host as
// well.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/word_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned formula_threads = 128;
inline constexpr unsigned base_log = 4;  ///< of the transforms that one thread does in its registers
inline constexpr unsigned base_length = 1U << base_log;

/// out = (I_s (x) L_2^(n/s)) in, or with `strides` (L_2^(n/s) (x) I_s) in: a thread moves two words.
struct StridePermutation {
  const std::uint32_t* in;
  std::uint32_t* out;
  unsigned log_length;
  unsigned log_stride;  ///< of s
};

/// A transform of base_length neighbours by each thread, in natural order.
struct BaseTransforms {
  WordField field;
  const std::uint32_t* in;
  std::uint32_t* out;
  unsigned count;
  std::uint32_t roots[base_length / 2];  ///< factors: powers of a root of that order
};

/// Where a butterfly of the Cooley-Tukey formula takes its root from.
enum class RootPowers : std::uint8_t {
  jumped,   ///< a table for each level, whose words lie as they are read
  strided,  ///< the one table of all powers, read with jumps
  computed  ///< no table: log2 q squarings
};

/// out = (I_(n/2q) (x) (DFT_2 (x) I_q) D_(2,q)) in: one butterfly by each thread.
struct ListButterflies {
  WordField field;
  const std::uint32_t* in;
  std::uint32_t* out;
  unsigned log_length;
  unsigned log_half;  ///< of q
  RootPowers powers;
  const std::uint32_t* roots;  ///< factors: the level's table, or the one of all powers
  std::uint32_t root;          ///< the factor of order 2q, where powers are computed
};

/// data[n/2 + j] := data[n/2 + j] w^(s floor(j / s)), w of order n.
struct StrideTwiddles {
  WordField field;
  std::uint32_t* data;
  unsigned log_length;
  unsigned log_stride;
  const std::uint32_t* roots;  ///< factors: n/2 powers of w
};

/// out = (DFT_2 (x) I_(n/2)) in.
struct HalfButterflies {
  WordField field;
  const std::uint32_t* in;
  std::uint32_t* out;
  std::size_t half;
};

/// out[i] = in[i] factor, i < count, modulo p; with `others` in[i] others[i].
struct WordProducts {
  WordField field;
  const std::uint32_t* in;
  const std::uint32_t* others;  ///< residues; null: the factor
  std::uint32_t factor;         ///< times each product of two residues as well
  std::uint32_t* out;
  std::size_t count;
};

/// Bands of `s` coefficients of b times all of a: band j at out + pitch j, columns from 0 on.
struct PlainProducts {
  WordField field;
  const std::uint32_t* a;
  const std::uint32_t* b;
  std::uint32_t length_a;
  std::uint32_t length_b;
  std::uint32_t* out;
  std::size_t pitch;
};
/// Columns of a band that a block makes: s by each thread.
template <unsigned s>
inline constexpr unsigned plain_columns = formula_threads* s;

/// Band 2 k d += band (2 k + 1) d, moved by d s columns, k the batch, of which the latter has `columns`.
struct BandSums {
  WordField field;
  std::uint32_t* bands;
  std::size_t pitch;
  std::size_t distance;  ///< d
  std::size_t moved;     ///< d s
  std::size_t count;     ///< of bands
  std::size_t columns;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
