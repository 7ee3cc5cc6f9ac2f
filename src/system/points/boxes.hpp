// From coordinates in narrow intervals to canonical boxes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The boxes of the solutions of all sources, sorted, with cells of level at least `least` if given. Rational
/// coordinates of numerators and denominators below 2^height_bits are exact, and those on the end of a cell of the
/// common level. The sources are refined as needed; no two have a solution in common. Empty where one cannot be.
std::optional<std::vector<RealSolution>> canonical_boxes(const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                                                         std::optional<std::int64_t> least, std::size_t height_bits,
                                                         const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
