// Systems of as many equations as variables in which every equation has one variable more than those before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>

#include "system/modular/integer_system.hpp"
#include "system/points/ball.hpp"
#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One equation, as a polynomial in its last variable whose coefficients are polynomials in the variables of the levels
/// before.
struct TriangularLevel {
  std::size_t variable = 0;
  std::uint64_t degree = 0;  ///< in the variable, > 0
  IntegerSystem::Equation equation;

  /// The coefficient of the highest power is a constant.
  bool has_constant_initial() const;
};

struct TriangularSystem {
  std::size_t variables = 0;
  std::vector<TriangularLevel> levels;  ///< one for each variable that was asked for
};

/// Brings the equations into an order in which each has one variable more than those before it together, if there is
/// one; such an order is unique up to independent equations. wanted: the variables that must all occur; no other does.
std::optional<TriangularSystem> triangular_system(const IntegerSystem& system, const std::vector<bool>& wanted);

/// The coefficients of the level's polynomial in its variable, lowest degree first, where the variables before lie in
/// the balls (by number of variable).
std::vector<Ball> coefficients_at(const TriangularLevel& level, const std::vector<Ball>& at, std::int64_t scale);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
