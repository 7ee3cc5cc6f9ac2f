// The inner loops of the leaves: de Casteljau's algorithm and the signs of a cell's coefficients, in vectors.
//
// The coefficients b_0 .. b_d of a cell, d a multiple of eight up to 64, lie in descending order: b_(d-i) at word 7 + i
// of a block that is aligned to 64 bytes. So all but b_d fill whole vectors from word 8 on. They are unsigned with
// `leaf_zero` for zero.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::uint64_t leaf_zero = std::uint64_t{1} << 62;
inline constexpr std::size_t leaf_padding = 7;  // words below b_d, of any value
inline constexpr std::size_t leaf_words = 72;

struct alignas(64) LeafCoefficients {
  std::array<std::uint64_t, leaf_words> words;

  /// b_j of a cell of degree d.
  std::uint64_t& at(std::size_t j, std::size_t d) noexcept { return words[leaf_padding + d - j]; }
  std::uint64_t at(std::size_t j, std::size_t d) const noexcept { return words[leaf_padding + d - j]; }
};

/// Coefficients of two digits: high + low 2^-52, the high ones as above, 0 <= low < 2^52.
struct LeafPairs {
  static constexpr unsigned low_bits = 52;

  LeafCoefficients high;
  LeafCoefficients low;
};

/// On which side of a band around zero all numbers lie, if on one.
struct LeafSigns {
  bool positive;  ///< all beyond the band
  bool negative;
};

struct LeafKernels {
  /// Bisects a cell of degree d: its upper half replaces it, its lower half goes to `lower`. d (d + 1) / 2 averages,
  /// each rounded down.
  void (*bisect)(LeafCoefficients& b, std::size_t d, LeafCoefficients& lower);
  /// Bisects coefficients of two digits; averages are rounded down to units of the low digit.
  void (*bisect_pairs)(LeafPairs& b, std::size_t d, LeafPairs& lower);
  /// The signs of all b_j - leaf_zero against a band of |x| <= noise < 2^60.
  LeafSigns (*values)(const LeafCoefficients& b, std::size_t d, std::uint64_t noise);
  /// The signs of all b_(j+1) - b_j against a band of |x| <= noise.
  LeafSigns (*slopes)(const LeafCoefficients& b, std::size_t d, std::uint64_t noise);
  /// Whether all |b_j - leaf_zero| < limit, limit <= 2^61.
  bool (*within)(const LeafCoefficients& b, std::size_t d, std::uint64_t limit);
};

const IsaTable<const LeafKernels*>& leaf_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
