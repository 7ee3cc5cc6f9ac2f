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

/// Rational numbers by the bits of their numerators and denominators.
struct Heights {
  std::size_t exact;  ///< coordinates of so many bits are exact
  std::size_t known;  ///< sources know coordinates of so many bits; exact <= known
};

/// The boxes of the solutions of all sources, in their sequence, with cells of level at least `least` if given. Exact
/// are rational coordinates that are short enough and those on the end of a cell of the common level. The sources are
/// refined as needed; no two have a solution in common. Empty where one cannot be.
std::optional<std::vector<RealSolution>> canonical_boxes(const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                                                         std::optional<std::int64_t> least, Heights heights,
                                                         const ExecutionContext& ctx);

/// The coordinates of solution i of the source as cells of this level, exact as in canonical_boxes. The source is
/// refined as needed. Empty where it cannot be.
std::optional<std::vector<RootInterval>> box_of_level(CoordinateSource& source, std::size_t i, std::int64_t level,
                                                      Heights heights, const ExecutionContext& ctx);

/// The sequence of boxes in answers: the first coordinates first, lower ends before upper ones.
bool box_before(const RealSolution& a, const RealSolution& b);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
