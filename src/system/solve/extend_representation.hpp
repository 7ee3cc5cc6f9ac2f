// Univariate representations with more variables, which are linear in those that are there.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/system/representation.hpp>

#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The representation r with all of the variables: those of r and those that have been solved for. The form is that of
/// r, in which the others have the coefficient 0.
UnivariateRepresentation extended(UnivariateRepresentation r, const Variables& variables,
                                  const std::vector<SystemBranch::Solved>& solved, const ExecutionContext& ctx);

/// The representation of the one point of a space without coordinates, by the polynomial t.
UnivariateRepresentation representation_of_point();

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
