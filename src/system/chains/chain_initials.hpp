// The proof that a triangular system has finitely many complex solutions.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>

#include "system/chains/triangular_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: the leading coefficient of every level is invertible modulo the levels before, which a prime has proved. Then
/// the number of complex solutions with multiplicities is the product of the degrees. False: nothing is known.
bool has_invertible_initials(const TriangularSystem& system, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
