// How many solutions two equations in two variables can have, by their exponents alone.
#pragma once

#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A bound for the number of isolated complex solutions with multiplicities: the mixed area of the convex hulls of the
/// exponents and the origin (Bernstein, Funct. Anal. Appl. 9, 1975; for solutions with coordinates zero Li and Wang,
/// The BKK root count in C^n, Math. Comp. 65, 1996). Never above the product of the degrees. O(t log t) for t terms.
/// Precondition: two equations in two variables with exponents below 2^24.
double most_isolated_solutions(const IntegerSystem& system);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
