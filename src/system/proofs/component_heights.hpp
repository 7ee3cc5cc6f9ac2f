// A bound of the heights of solutions by the degrees and the coefficients of equations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Sixteenths of a bit: what the heights of components are told in.
inline constexpr std::uint64_t parts_of_bit = 16;

/// Bounds for polynomials with integer coefficients.
struct VanishingPolynomials {
  std::vector<std::vector<std::uint64_t>> exponents;  ///< of monomials whose degrees, in any variables, bound theirs
  std::uint64_t length = 0;                           ///< log2 of the sum of sizes of coefficients, in parts of a bit
};

/// log2 of a >= 0 in parts of a bit, rounded up; 0 for 0.
std::uint64_t log2_in_parts(const Integer& a);

/// Let C be any irreducible component, over Q, of the complex solutions in affine space, of any dimension, and S a set
/// of primes. If modulo each p of S the closure of C over Z has no point with integral coordinates, then the sum of
/// log2(p) over S is at most this number, in parts of a bit. With `vanishing` the closure of a C of dimension 0 may
/// have such points modulo p, if all of some polynomials with these bounds, not all of which are zero on C itself,
/// vanish at them. Empty where that is not told: for constants among the equations, and for none. Throws Cancelled.
std::optional<Integer> most_height_of_components(const std::vector<IntegerEquation>& equations, std::size_t variables,
                                                 const ExecutionContext& ctx,
                                                 const VanishingPolynomials* vanishing = nullptr);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
