// Many like pieces of work that need scratch, on all threads.
//
// Either the pieces run at the same time, each on one thread, or one after the other, each on all threads. A worker
// that waits at a join inside a piece might start another piece on top of it; as no piece that shares the threads
// with others has joins inside, no more pieces hold scratch than there are threads, and that much can be reserved.
#pragma once

#include <algorithm>
#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Words of transforms below which a fork costs more than it gives.
inline constexpr std::size_t fork_words = std::size_t{1} << 13;

/// The number of pieces that hold scratch at a time.
constexpr std::size_t items_at_once(std::size_t n, int threads) noexcept {
  const auto most = static_cast<std::size_t>(threads);
  return n >= most ? most : std::min<std::size_t>(n, 1);
}

/// body(i, context to use inside) for i < n; a piece works on `words` words. Polls before each.
template <class Body>
void over_items(const ExecutionContext& ctx, std::size_t n, std::size_t words, const Body& body) {
  if (items_at_once(n, ctx.threads()) <= 1) {
    for (std::size_t i = 0; i < n; ++i) {
      ctx.poll();
      body(i, ctx);
    }
    return;
  }
  const ExecutionContext alone = ctx.with_threads(1);
  const std::size_t grain = std::max<std::size_t>(1, fork_words / std::max<std::size_t>(words, 1));
  parallel_for(ctx, n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ctx.poll();
      body(i, alone);
    }
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
