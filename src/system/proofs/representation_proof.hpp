// Proofs about the solutions that a univariate representation describes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The equations are in the variables of the representation.
///
/// True: it is proved that the representation describes exactly the complex solutions of the equations, which are all
/// simple. False: nothing is proved. Unless `thorough`, only proofs of milliseconds are tried. solutions: how many
/// there are with multiplicities, where that has been proved otherwise than by Bezout's theorem.
bool is_complete(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                 std::optional<std::size_t> solutions, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
