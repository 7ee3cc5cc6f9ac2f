// What to do where a memory cap suffices for one thread but not for several.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f(ctx), and where the cap does not suffice for that, f on one thread, with no plans kept: computations that run at
/// the same time take memory at the same time. Precondition: a call of f that has thrown can be repeated.
template <class F>
auto retry_on_one_thread(const ExecutionContext& ctx, const F& f) {
  try {
    return f(ctx);
  } catch (const MemoryLimit&) {
    if (ctx.threads() == 1 && ctx.plan_cache().size() == 0) throw;
  }
  ctx.plan_cache().clear();
  return f(ctx.with_threads(1));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
