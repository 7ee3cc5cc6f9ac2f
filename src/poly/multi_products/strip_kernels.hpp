// The inner loop of products in strips (multi_mul_strips.cpp): a strip of one operand times strips of the other.
//
// A strip is a row of coefficients of neighbouring keys, ascending. Sums live in cells of two words, the value being
// low + 2^low_bits high with a signed high word: 52 bits where the processor multiplies and adds 52-bit numbers
// (two instructions for eight products), else 64. A strip times a strip is a short dense product, whose sums stay in
// registers: p + q - 1 cells are written for p q products.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t longest_strip = 1 << 10;  ///< sums of so many 52-bit numbers, and more, fit a word
inline constexpr std::size_t strip_gap = 16;           ///< zeros before, between and after strips, and behind the cells

struct Strip {
  std::uint64_t place = 0;   ///< key of the first coefficient
  std::uint32_t length = 0;  ///< 1 <= length <= longest_strip
  std::uint32_t offset = 0;  ///< of the first coefficient in the list's words
};

/// The strips of one operand that a row is multiplied by. `negated` holds -words, or is null when no coefficient of
/// either operand is negative.
struct StripRow {
  const Strip* begin;
  const Strip* end;
  const std::int64_t* words;
  const std::int64_t* negated;
};

struct StripKernels {
  Isa isa;
  unsigned operand_bits;  ///< of the magnitudes of coefficients
  unsigned low_bits;
  /// low, high [offset + g.place + k] += sum over i of f[i] g[k - i], for all strips g. f has p coefficients.
  void (*multiply_add)(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* low,
                       std::uint64_t* high, std::ptrdiff_t offset);
  /// The same for sums below 2^64 of products below 2^narrow_bits, nothing negative, in cells of one word; or null.
  void (*multiply_add_narrow)(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* cells,
                              std::ptrdiff_t offset);
};

inline constexpr std::size_t narrow_bits = 52;

/// The kernels compiled for each level that this build has.
const IsaTable<const StripKernels*>& strip_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
