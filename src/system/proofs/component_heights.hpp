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

/// Let C be any irreducible component, over Q, of the complex solutions in affine space, of any dimension, and S a set
/// of primes. If modulo each p of S the closure of C over Z has no point with integral coordinates, then the sum of
/// log2(p) over S is at most this number, in parts of a bit. Empty where that is not told: for constants among the
/// equations, and for none. Throws Cancelled.
std::optional<Integer> most_height_of_components(const std::vector<IntegerEquation>& equations, std::size_t variables,
                                                 const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
