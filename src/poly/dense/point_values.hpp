// Horner's rule at many points modulo a word: the kernels and the choice among them.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// values[k] = values[k] points[k]^n + f[0] + ... + f[n-1] points[k]^(n-1) for k < count: Horner's rule, continued. All
/// words canonical, in and out; values overlaps nothing. n count products.
using PointValues = void (*)(const WordModulus& m, const std::uint64_t* f, std::size_t n, const std::uint64_t* points,
                             std::size_t count, std::uint64_t* values);

struct PointValuesKernel {
  PointValues values;
  std::size_t group;  ///< points that are taken together; multiples of it lose nothing
  bool in_lanes;      ///< in vectors of doubles
};

/// The kernel for p: in vectors of doubles below 2^50 where there are fused multiply-adds, else in blocks of 16
/// coefficients.
const PointValuesKernel& point_values_kernel(std::uint64_t p, Isa isa) noexcept;
/// The kernel in blocks, which is the better one for a single point.
PointValues point_values_in_blocks(std::uint64_t p, Isa isa) noexcept;
/// From so many coefficients on it takes less time there than Horner's rule.
inline constexpr std::size_t fewest_for_one_point = 32;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
