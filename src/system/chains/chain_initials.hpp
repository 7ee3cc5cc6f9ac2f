// The proofs that a triangular system has finitely many complex solutions, and simple ones.
#pragma once

#include <cstddef>
#include <optional>

#include <polyfork/core/context.hpp>

#include "system/chains/triangular_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: the leading coefficient of every level is invertible modulo the levels before, which a prime has proved. Then
/// the number of complex solutions with multiplicities is the product of the degrees. False: nothing is known.
bool has_invertible_initials(const TriangularSystem& system, const ExecutionContext& ctx);

/// A number: the leading coefficient of every level is invertible modulo the levels before and the level's derivative
/// by its variable modulo all up to it, which a prime has proved, so that all complex solutions are simple. The number
/// is how many terms the longest inverse of a leading coefficient has modulo the prime, 0 where all of them are
/// constants. Empty: nothing is known.
std::optional<std::size_t> inverse_terms_of_square_free_chain(const TriangularSystem& system,
                                                              const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
