// Variables whose values linear equations tell.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct DeterminedVariables {
  struct Value {
    std::size_t variable;
    Rational constant;
    std::vector<std::pair<std::size_t, Rational>> multiples;  ///< of variables that have no value
  };
  std::vector<Value> values;  ///< ascending by variables
  std::vector<char> used;     ///< for each equation whether the values make it zero
  bool consistent = true;     ///< false: linear equations contradict one another
};

/// Values of variables in groups of linear equations without a variable of other linear equations, where a group leaves
/// at most `most_free` variables open: constants and multiples of these. A group that leaves more open and has no
/// variable of any other equation becomes a subspace of coordinates through one of its solutions, of the same
/// dimension: what the other equations have for solutions, and whether there are infinitely many, stays as it is, but
/// not which. Empty where there are no such groups, and for few linear equations, which one substitution after another
/// solves. The equations are in the same variables. Throws Cancelled and MemoryLimit.
std::optional<DeterminedVariables> determined_variables(const std::vector<MultiPolyQ>& equations, std::size_t most_free,
                                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
