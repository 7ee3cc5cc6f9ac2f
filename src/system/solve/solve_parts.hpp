// The solutions of a system, part by part.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/chains/triangular_system.hpp"
#include "system/points/coordinate_source.hpp"
#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct SystemParts {
  int dimension = -1;
  bool proved = true;  ///< the solutions are those of the sources, which is proved
  std::vector<SolvedPart> parts;
  std::vector<std::unique_ptr<CoordinateSource>> sources;  ///< of parts that have not only been counted
};

/// Throws DomainError for a positive dimension.
void require_finite(int dimension);

/// The equations of a branch as a triangular system in the variables that it has not solved, if they are one.
std::optional<TriangularSystem> triangular_core(const SystemBranch& branch, std::size_t variables);

/// Throws DomainError where the dimension is positive and for options that cannot be kept. counted: the solutions are
/// wanted only by number.
SystemParts solve_parts(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options, bool counted,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
