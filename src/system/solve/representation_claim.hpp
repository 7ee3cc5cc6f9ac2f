// Whether a univariate representation is proved.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the representation, of dimension 0, is proved to describe all solutions of the equations, which are in its
/// variables: by resultants, which it came from, or where Bezout's theorem tells how many solutions there are, or, with
/// `certify`, for systems without multiple solutions by a proved Groebner basis. Without `certify` only quick proofs
/// are tried, and a cap that does not suffice for one is no reason to lose the answer.
bool is_proved(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool certify,
               const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
