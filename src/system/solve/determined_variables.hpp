// Variables whose values linear equations tell.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct DeterminedVariables {
  struct Value {
    std::size_t variable;
    Rational value;
  };
  std::vector<Value> values;  ///< ascending by variables
  std::vector<char> used;     ///< for each equation whether the values make it zero
  bool consistent = true;     ///< false: linear equations contradict one another
};

/// The variables that occur in groups of linear equations with no variable of other linear equations, where a group has
/// only one solution. Empty where there are none, and for few linear equations, which one substitution after another
/// solves. The equations are in the same variables. Throws Cancelled and MemoryLimit.
std::optional<DeterminedVariables> determined_variables(const std::vector<MultiPolyQ>& equations,
                                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
