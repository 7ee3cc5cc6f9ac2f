// Linear equations that are solved as a whole before one is solved after another.
#pragma once

#include <polyfork/core/context.hpp>

#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Equations do not become longer than this by a substitution.
inline constexpr double most_substituted_terms = 4000;

/// Puts in the values that groups of linear equations tell (determined_variables.hpp); these equations go. Groups that
/// leave variables open are left alone where `choice` asks for variables of its own and where equations would become
/// long. False for a contradiction.
bool put_in_determined(SystemBranch& branch, LinearChoice choice, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
