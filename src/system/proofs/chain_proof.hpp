// The proof that regular chains describe solutions.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Each chain is a list of polynomials, monic and reduced by those of smaller variables, that of the least variable
/// first, all in variables whose first is the greatest; the equations have the same variables, in any sequence.
///
/// True: it is proved that every point of a chain is a solution, that no chain has a multiple point, and that no two
/// have a point in common. False: nothing is proved. Throws Cancelled and MemoryLimit.
bool chains_describe_solutions(const std::vector<MultiPolyQ>& equations,
                               const std::vector<std::vector<MultiPolyQ>>& chains, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
