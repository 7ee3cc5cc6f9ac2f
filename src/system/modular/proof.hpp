// Proofs about the solutions that a univariate representation describes.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: it is proved that the representation describes exactly the complex solutions of the equations, which are all
/// simple. False: nothing is proved. Unless `thorough`, only proofs of milliseconds are tried.
bool is_complete(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                 const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
