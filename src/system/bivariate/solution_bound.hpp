// A proved bound of the number of solutions of two equations in two variables.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: it is proved that two equations in two variables have at most so many complex solutions, counted with
/// multiplicities. False: nothing is proved, or they are not two equations in two variables. Unless `thorough`, only
/// proofs of milliseconds are tried. Throws Cancelled and MemoryLimit.
bool has_at_most(const std::vector<MultiPolyQ>& equations, std::size_t solutions, bool thorough,
                 const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
