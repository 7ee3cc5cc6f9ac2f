// What the kernels are told that convert integers between magnitudes and rows of one width in two's complement. For the
// host as well.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Rows of `width` limbs in two's complement become magnitudes and signed sizes.
struct MagnitudesOfRows {
  const std::uint64_t* rows;
  unsigned width;
  bool mirrored;  ///< rows of odd number with the other sign
  std::uint64_t* limbs;
  std::int32_t* sizes;
  std::size_t count;
};

/// out = the integers next to x / 2^drop, in two's complement; halves are rounded away from zero.
struct RoundedIntegers {
  const std::uint64_t* limbs;  ///< magnitudes x, rows of `stride` limbs
  std::uint64_t stride;
  const std::int32_t* sizes;  ///< signed; null: all are zero
  std::uint64_t drop;         ///< bits, at least 1
  std::uint64_t* out;
  unsigned width;  ///< limbs of a row of `out`, which suffice with the sign bit
  std::size_t count;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
