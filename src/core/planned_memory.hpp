// Memory of plans under a limit: what the plan cache keeps gives way to them.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bytes that a plan may take, its tables included, of which the cache may hold some already.
inline std::size_t memory_for_plans(const ExecutionContext& ctx) {
  const MemoryAccount& account = ctx.memory();
  if (account.limit() == MemoryAccount::unlimited) return account.available();  // without looking at the cache
  return saturating_add(account.available(), ctx.plan_cache().bytes());
}

/// Charges so many bytes for the time of an execution. Throws MemoryLimit when they do not fit beside what others hold.
inline MemoryReservation reserve_for_plan(const ExecutionContext& ctx, std::size_t bytes) {
  if (ctx.memory().available() < bytes) ctx.plan_cache().leave_room(bytes);
  return {ctx.memory(), bytes};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
