// The proof that boxes hold solutions, where the parts of a system have not brought one.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether each of the wanted boxes is proved to hold a real solution: the boxes are those of the sources' points, one
/// after another. Simple solutions of square systems by Krawczyk's operator; others by the identities of those factors
/// of a representation's polynomial whose roots they belong to. Unless all is asked for (`thorough`) only with little
/// work, a few per cent of the solving or milliseconds. exact_bits: as of SolutionOptions, for the boxes.
bool boxes_hold_solutions(const std::vector<MultiPolyQ>& equations,
                          const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                          const std::vector<RealSolution>& boxes, const std::vector<bool>& wanted, bool thorough,
                          std::size_t exact_bits, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
