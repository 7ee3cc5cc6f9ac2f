// The inner loop of Taylor shifts by one: an 8 x 8 tile of Pascal's triangle on coefficients in redundant digits.
//
// A coefficient is a row of 8 m signed words, digits of 48 bits: digit d at word 8 (d mod m) + d / m, so that the carry
// of vector v goes to the same lanes of vector v + 1, and only that of the last one to the next lane of the first. A
// digit between tiles is below 2^48 + 2^15 in size; the entries of a tile are sums of at most C(16, 8) < 2^13.66 of
// these, so nothing overflows a word and carries wait for the end of the tile. The top digit keeps what is left, sign
// included.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t pascal_tile = 8;
inline constexpr unsigned pascal_digit_bits = 48;
inline constexpr std::size_t pascal_lanes = 8;

struct PascalKernels {
  Isa isa;
  /// For each of eight rows r, one after the other, and in it for each of eight columns a: r += a, a = r. Then carries.
  /// columns and rows: eight neighbouring coefficients of `words` = 8 m words each, aligned to 64 bytes.
  void (*tile)(std::int64_t* columns, std::int64_t* rows, std::size_t words);
  /// A tile at an edge: the first `height` rows, and of row i the first min(width, diagonal - i) columns; width <= 8.
  void (*edge)(std::int64_t* columns, std::int64_t* rows, std::size_t words, std::size_t height, std::size_t width,
               std::size_t diagonal);
};

/// The kernels compiled for each level that this build has.
const IsaTable<const PascalKernels*>& pascal_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
