// The proof that a system with multiple solutions has no others than those that are known.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the equations have no more solutions than the representation describes: it is proved that they have at most
/// so many. False where that is not told, as for more solutions than some hundreds. Takes about as long as the proof of
/// a Groebner basis, which it begins with. The equations are in the variables of the representation.
bool has_no_other_points(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                         const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
