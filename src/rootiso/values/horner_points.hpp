// Horner's rule at many points at once, in fixed point of 52-bit digits: the kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Digits of a fixed-point number in base 2^52, least significant first: all in [0, 2^52) but the last, which carries
/// the sign, in [-2^51, 2^51).
struct HornerKernel {
  std::size_t lanes;  ///< points at a time
  /// For each row i = rows - 1, ..., 0 and each lane: y = floor(y z / 2^52) + a_i, with a_i = a[i digits ...]. The
  /// digits of y lie at y[d lanes + lane], z[lane] in [0, 2^52). The floor is of the magnitude's digits: an error in
  /// [0, 1) unit. Preconditions: digits >= 2; all y fit.
  void (*run)(const std::uint64_t* a, std::size_t rows, std::size_t digits, const std::uint64_t* z, std::uint64_t* y);
};

const IsaTable<const HornerKernel*>& horner_table() noexcept;

inline constexpr std::size_t most_horner_lanes = 8;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
