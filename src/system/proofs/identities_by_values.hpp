// The identities modulo f, by values modulo primes.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/system/representation.hpp>

#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

enum class IdentityCheck { hold, fail, undecided };

/// Whether f divides, over Z, what the equations become at the roots of the representation (equation_at_roots says
/// what that is). A variable that is the form is taken to be t, its numerator is not looked at. slope: f'. `fail` is
/// proved as `hold` is; `undecided` for unlucky primes and where quotients or equations are longer than nearly always.
/// Throws Cancelled and MemoryLimit.
IdentityCheck identities_by_values(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r,
                                   const PolyZ& slope, const ExecutionContext& ctx);

/// About how many operations with words that takes.
double work_of_identities_by_values(const std::vector<IntegerEquation>& equations, const UnivariateRepresentation& r,
                                    const PolyZ& slope);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
