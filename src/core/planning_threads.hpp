// For how many threads work is cut.
#pragma once

#include <algorithm>

#include <polyfork/core/context.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The context's threads; for the profile back end, which runs on one to learn what many could do, at least 128.
inline int planning_threads(const ExecutionContext& ctx) noexcept {
  if (ctx.backend() == Backend::profile) return std::max(ctx.threads(), 128);
  return ctx.backend() == Backend::serial ? 1 : ctx.threads();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
