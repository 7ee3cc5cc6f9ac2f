// Stores past the caches are not ordered with those that follow; this orders them.
#pragma once

namespace polyfork {
inline namespace v1 {
namespace detail {

/// After streamed stores of this thread, before another one is told of them.
inline void store_fence() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
