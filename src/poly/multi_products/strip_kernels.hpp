// The inner loop of products in strips (multi_mul_strips.cpp): a strip of one operand times strips of the other.
//
// A strip is a row of coefficients of neighbouring keys, ascending. Sums live in cells of two words, the value being
// low + 2^low_bits high with a signed high word: 52 bits where the processor multiplies and adds 52-bit numbers
// (two instructions for eight products), else 64. Cells of one word are enough for short coefficients. A strip times a
// strip is a short dense product, whose sums stay in registers: p + q - 1 cells are written for p q products.
#pragma once

#include <algorithm>
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

/// Sums in cells of one word: cells[offset + g.place + k] += sum over i of f[i] g[k - i], for all strips g.
struct NarrowStripKernel {
  void (*multiply_add)(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* cells,
                       std::ptrdiff_t offset) = nullptr;
  unsigned operand_bits = 0;  ///< of the magnitudes of coefficients
  unsigned product_bits = 0;  ///< of their products
  bool is_signed = false;     ///< coefficients and cells are; else nothing is negative

  /// sum_bits: of the product's coefficients, with their signs.
  bool serves(std::size_t bits_f, std::size_t bits_g, std::size_t sum_bits, bool negative) const noexcept {
    return multiply_add != nullptr && std::max(bits_f, bits_g) <= operand_bits && bits_f + bits_g <= product_bits &&
           sum_bits <= 64 && (is_signed || !negative);
  }
};

struct StripKernels {
  Isa isa;
  unsigned operand_bits;  ///< of the magnitudes of coefficients
  unsigned low_bits;
  /// low, high [offset + g.place + k] += sum over i of f[i] g[k - i], for all strips g. f has p coefficients.
  void (*multiply_add)(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* low,
                       std::uint64_t* high, std::ptrdiff_t offset);
  NarrowStripKernel narrow;
};

/// The kernels compiled for each level that this build has.
const IsaTable<const StripKernels*>& strip_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
