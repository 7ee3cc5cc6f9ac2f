// Proofs about the solutions that a univariate representation describes.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// All equations are in the variables of the representation.
///
/// True: it is proved that every root of f gives a solution of the equations, simple or multiple, and different roots
/// different ones. False: nothing is proved. Throws Cancelled and MemoryLimit.
bool describes_solutions(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                         const ExecutionContext& ctx);

/// About how many operations with words that takes, of about a nanosecond.
double work_of_identities(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                          const ExecutionContext& ctx);

/// What finding the representation took at least, in operations: the square of the number of solutions for every prime,
/// of which there are as many as the answer is long.
double work_of_solving(const UnivariateRepresentation& r, const ExecutionContext& ctx);

/// The bits of numerators and denominators together, which reconstruction asks for. They depend on the answer alone;
/// the number of primes that found it depends on the number of threads, too.
std::size_t bits_to_reconstruct(const UnivariateRepresentation& r, const ExecutionContext& ctx);

/// Precondition: describes_solutions. True: it is proved that the equations have no other complex solutions and that
/// all of them are simple, since there are as many as the product of the degrees. False: nothing is proved. Throws
/// Cancelled and MemoryLimit.
bool describes_as_many_as_bezout(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                 const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
