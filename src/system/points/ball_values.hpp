// Values of equations at points and on boxes that are given by balls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "system/modular/integer_system.hpp"
#include "system/points/ball.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// [variable][exponent].
using BallPowers = std::vector<std::vector<Ball>>;

/// The powers of the coordinates up to these degrees, in units of 2^-scale as the coordinates.
BallPowers powers_of(const std::vector<Ball>& x, const std::vector<std::uint64_t>& degrees, std::int64_t scale);

/// The value of f where its variables have these powers.
Ball value_of(const IntegerSystem::Equation& f, const BallPowers& powers, std::int64_t scale);

/// The partial derivative by variable v.
IntegerSystem::Equation derivative_of(const IntegerSystem::Equation& f, std::size_t v);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
