// The proof that known solutions are all there are, modulo many primes.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Precondition: describes_solutions. Whether it is proved that the equations have no other complex solutions, and that
/// those are simple whose multiplicity is 1. False: nothing is proved, as for multiple solutions whose multiplicities
/// are not known and where a bound asks for too many primes. The equations are in the variables of the representation.
/// As many replays of a basis computation as most_height_of_components asks for, in parallel. Throws Cancelled and
/// MemoryLimit.
bool has_no_others_modulo_primes(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                 const ExecutionContext& ctx);

/// Whether it is proved so that the equations have no complex solutions at all.
bool has_no_solutions_modulo_primes(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
