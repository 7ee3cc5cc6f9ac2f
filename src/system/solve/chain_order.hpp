// The order of the variables in which a system becomes chains with little work.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The equations' variables, greatest first: in the sequence that they have unless the equations are triangular only in
/// another one, or a branch is after linear equations have been solved (split_system).
Variables chain_order(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
