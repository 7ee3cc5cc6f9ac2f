// Permutations of the variables that a system does not notice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/quotient.hpp"
#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Variable v goes to variable p[v].
using VariablePermutation = std::vector<std::size_t>;

/// Those of all swaps of two variables, rotations and reflections of their sequence that map the equations to one
/// another, up to signs. Empty where looking would take long. Throws Cancelled.
std::vector<VariablePermutation> symmetries_of(const IntegerSystem& system, const ExecutionContext& ctx);

/// Whether the form is the same after one of the permutations: then it has one value at two solutions, unless the
/// permutation leaves all solutions where they are.
bool is_invariant(const LinearForm& form, const std::vector<VariablePermutation>& permutations);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
