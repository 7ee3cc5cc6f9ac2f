// What remains of a branch in the variables that it has not solved.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "system/chains/triangular_system.hpp"
#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// For each variable whether the branch has not solved it.
std::vector<bool> open_variables(const SystemBranch& branch, std::size_t variables);

/// The equations of a branch in the variables that are open.
std::vector<MultiPolyQ> core_of(const SystemBranch& branch, const Variables& variables, const ExecutionContext& ctx);

/// The equations of a branch as a triangular system in the variables that it has not solved, if they are one.
std::optional<TriangularSystem> triangular_core(const SystemBranch& branch, std::size_t variables);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
