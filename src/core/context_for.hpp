// Plans for fewer threads than there are.
#pragma once

#include <polyfork/core/context.hpp>

#include "core/planning_threads.hpp"
#include "core/scheduler.hpp"

namespace polyfork::inline v1::detail {

/// The context, or one of no more than `threads` where a plan for fewer is to be executed, whose scratch is counted for these.
/// Within other parallel work, whose threads cannot be told to stay away, it is one thread then.
inline ExecutionContext context_for(int threads, const ExecutionContext& ctx) {
  if (threads >= planning_threads(ctx)) return ctx;
  return ctx.with_threads(active_scheduler() == nullptr ? threads : 1);
}

}  // namespace polyfork::inline v1::detail
