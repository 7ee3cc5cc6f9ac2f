// Systems of equations taken apart before anything expensive is done with them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A part of a system's solutions.
struct SystemBranch {
  struct Solved {
    std::size_t variable;
    MultiPolyQ value;  ///< linear, in variables that were not solved then
  };
  /// What remains, monic and all different, in variables that are not solved.
  std::vector<MultiPolyQ> equations;
  std::vector<Solved> solved;  ///< in the order of their elimination
  /// The multiplicity of a solution of the system is this number times that of the branch's solution, where it is told:
  /// where there were as many equations as variables when multiple factors were taken.
  std::optional<std::size_t> multiplicity = 1;
  /// One of the equations is in one variable and has no real solution.
  bool without_real_points = false;
};

/// Which variable of a linear equation is solved for.
enum class LinearChoice {
  rarest,   ///< the one that the fewest equations have
  greatest  ///< the first one: its value is in smaller variables
};

/// Branches whose solutions, over the complex numbers, are disjoint and together those of the equations:
///  * an equation of degree 1 gives a variable as a linear polynomial in others, unless the others would become long;
///  * equations in one variable become their irreducible factors over Q, one for each branch; of high degrees only the
///    rational roots are split off.
/// Contradictory branches are left out. The equations are in the same variables; constants may be in any.
std::vector<SystemBranch> split_system(const std::vector<MultiPolyQ>& equations, LinearChoice choice,
                                       const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
