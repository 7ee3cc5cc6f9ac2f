// The reduced Groebner basis, in the order grevlex, of the polynomials that vanish at the points of a representation.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Monic, by ascending leading monomials, in the representation's variables; as many monomials are multiples of no
/// leading one as there are points. Lifted from primes and compared with one more: nothing is proved. Empty where many
/// primes disagree, and for more points than `most`. O(n d^3) for each prime, d points and n variables.
std::vector<MultiPolyQ> basis_of_points(const UnivariateRepresentation& r, std::size_t most,
                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
