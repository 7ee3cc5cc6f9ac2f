// The solutions of a system, part by part.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/solve/solve_part.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Throws DomainError where the dimension is positive and for options that cannot be kept. counted: the solutions are
/// wanted only by number.
SystemParts solve_parts(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options, bool counted,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
