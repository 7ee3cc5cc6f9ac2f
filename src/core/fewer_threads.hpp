// Plans for fewer threads than there are.
#pragma once

#include <polyfork/core/context.hpp>

#include "core/planning_threads.hpp"
#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// body(ctx), or where a plan for fewer threads is to be executed, whose scratch is counted for these, body of a
/// context that has no more. Within other parallel work, whose threads cannot be told to stay away, that has one.
template <class Body>
auto on_threads(int threads, const ExecutionContext& ctx, const Body& body) {
  if (threads >= planning_threads(ctx)) return body(ctx);
  return body(ctx.with_threads(active_scheduler() == nullptr ? threads : 1));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
