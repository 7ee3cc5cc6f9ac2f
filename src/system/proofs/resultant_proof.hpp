// The proof that a representation describes all solutions of two equations in two variables.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: it is proved that the representation, which came from resultants, describes exactly the complex solutions of
/// the two equations, multiple ones too. False: nothing is proved. Unless `thorough`, only proofs are tried that cost
/// a few times what finding the representation did. Throws Cancelled and MemoryLimit.
bool is_proved_by_resultants(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool thorough,
                             const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
