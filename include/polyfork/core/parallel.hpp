// Fork-join: the only way in which the library runs things in parallel.
//
// One primitive, fork_join; parallel_for and parallel_reduce are binary trees of it whose shape depends on the
// length and the grain alone, so that results never depend on threads or back end. Exceptions cross joins: both
// branches finish, then the left branch's exception is rethrown, else the right one's. Nesting composes: a fork
// inside a task runs on the same workers, also when its context names other threads or another parallel back end.
// A context with one thread, or a back end `serial`, runs left then right.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/function_ref.hpp>

namespace polyfork {
inline namespace v1 {

/// Runs both, possibly at the same time, and returns when both are done.
POLYFORK_EXPORT void fork_join(const ExecutionContext& ctx, FunctionRef<void()> left, FunctionRef<void()> right);

/// Calls body(begin, end) on consecutive subranges of [0, n) of at most `grain` elements each (halving splits; the
/// left half is the larger one and a multiple of grain). grain >= 1. Span: log2(n/grain) forks.
/// When subranges throw, the leftmost one's exception is rethrown; subranges to its right may not have been run. A
/// range that is split is polled before each subrange: bodies need polls of their own only for milliseconds of work.
POLYFORK_EXPORT void parallel_for(const ExecutionContext& ctx, std::size_t n, std::size_t grain,
                                  FunctionRef<void(std::size_t begin, std::size_t end)> body);

/// combine(map(0, m), map(m, n)) over the same split tree as parallel_for. T must be movable; combine is called as
/// combine(T&& left, T&& right) -> T in tree order, so the result is the same for every thread count.
/// identity is returned for n = 0. Throws Cancelled when a stop is requested before the last split.
template <class T, class Map, class Combine>
T parallel_reduce(const ExecutionContext& ctx, std::size_t n, std::size_t grain, T identity, const Map& map,
                  const Combine& combine);

namespace detail {

/// Where a range of more than `grain` elements is split: the left part is ceil(chunks/2) whole chunks.
constexpr std::size_t split_point(std::size_t n, std::size_t grain) noexcept {
  const std::size_t chunks = (n + grain - 1) / grain;
  return (chunks + 1) / 2 * grain;
}

template <class T, class Map, class Combine>
T reduce_range(const ExecutionContext& ctx, std::size_t begin, std::size_t end, std::size_t grain, const Map& map,
               const Combine& combine) {
  if (end - begin <= grain) return map(begin, end);
  ctx.poll();  // a stop must not reach the leaves, one exception each
  const std::size_t middle = begin + split_point(end - begin, grain);
  std::optional<T> left;
  std::optional<T> right;
  fork_join(
      ctx, [&] { left.emplace(reduce_range<T>(ctx, begin, middle, grain, map, combine)); },
      [&] { right.emplace(reduce_range<T>(ctx, middle, end, grain, map, combine)); });
  return combine(std::move(*left), std::move(*right));
}

}  // namespace detail

template <class T, class Map, class Combine>
T parallel_reduce(const ExecutionContext& ctx, std::size_t n, std::size_t grain, T identity, const Map& map,
                  const Combine& combine) {
  if (n == 0) return identity;
  return detail::reduce_range<T>(ctx, 0, n, grain == 0 ? 1 : grain, map, combine);
}

}  // namespace v1
}  // namespace polyfork
