// Which solutions lie in the closed intervals that are asked for.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The most bits of the numerators and denominators of all ends, at least `least`: sources that know rational
/// coordinates of that height tell those that are equal to an end.
std::size_t height_of(const std::vector<CoordinateBounds>& bounds, std::size_t least);

/// For each solution of each source, in their sequence, whether all of its coordinates keep the bounds, one for each of
/// the first variables. The sources know rational coordinates of height_bits; they are refined as needed. Empty where
/// one cannot be, and where the ends are longer than height_bits and one seems to be equal to a coordinate.
std::optional<std::vector<bool>> within_bounds(const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                                               const std::vector<CoordinateBounds>& bounds, std::size_t height_bits,
                                               const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
