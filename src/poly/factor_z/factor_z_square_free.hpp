// Irreducible factors of square-free polynomials over Z.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Primitive, with positive leading coefficients, in no particular order. Precondition: f primitive, not constant,
/// square-free, with a positive leading coefficient.
std::vector<IntegerVector> irreducible_factors(const IntegerVector& f, const ExecutionContext& ctx);

/// irreducible_factors without a search for common factors of exponents. Precondition: as there, and f(0) is not zero.
std::vector<IntegerVector> compact_factors(IntegerVector f, const ExecutionContext& ctx);

/// What is done with a polynomial that is no longer deflated and has lost its cyclotomic factors.
enum class SquareFreeStep {
  none,        ///< a constant
  linear,      ///< of degree 1
  quadratic,   ///< of degree 2, by the discriminant
  eisenstein,  ///< irreducible by Eisenstein's criterion, for it or its reverse
  general      ///< by a prime, lifting and recombination
};
/// Precondition: f(0) is not zero, but for degree 1.
SquareFreeStep square_free_step(const IntegerVector& f);
/// Eisenstein's criterion for f or its reverse, with primes that are found quickly. f lists the coefficients of a
/// primitive polynomial that is prime to x; zeros may be left out, and the order may be either.
bool is_eisenstein(const IntegerVector& f);

/// Whether the reversed polynomial, which has the smaller leading coefficient, is factored in f's place.
bool is_factored_reversed(const IntegerVector& f);
/// The reverse of f with a positive leading coefficient.
IntegerVector reversed_associate(const IntegerVector& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
