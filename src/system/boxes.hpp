// From coordinates in narrow intervals to canonical boxes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/coordinates.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The boxes of all solutions, sorted, with cells of level at least `least` if given. The finder is refined as needed.
std::vector<RealSolution> canonical_boxes(CoordinateFinder& finder, std::optional<std::int64_t> least,
                                          const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
