// Loops that others wait for.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/function_ref.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Runs body, which forks. A thread that waits for a branch may take up any other work of the scheduler meanwhile, and
/// what comes after the join waits until that is done, too: a step of a millisecond then takes as long as a subtree.
/// Inside here threads that wait take up branches of the same body only; others may help with those as ever.
void undisturbed(const ExecutionContext& ctx, FunctionRef<void()> body);

/// Runs body on a thread of the context's scheduler, undisturbed, also where the calling thread works for none yet: for
/// what holds something that other work of the scheduler may wait for.
void undisturbed_in_scheduler(const ExecutionContext& ctx, FunctionRef<void()> body);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
