// Fork-join loops and reductions as trees of fork_join whose shape depends on the length and the grain alone.
#include <polyfork/core/parallel.hpp>

#include <atomic>
#include <exception>
#include <mutex>

#include <polyfork/core/profile.hpp>

#include "core/scheduler/scheduler.hpp"
#include "core/undisturbed.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

bool runs_serially(const ExecutionContext& ctx) noexcept {
  return ctx.profile() == nullptr && (ctx.threads() == 1 || ctx.backend() == Backend::serial);
}

/// A loop being expanded. Its leaves keep their exceptions here, so that the loop can end early: once a leaf failed,
/// leaves to its right are skipped, those to its left still run, and the leftmost failure is thrown. Which one that
/// is does not depend on the schedule.
class RangeLoop {
 public:
  RangeLoop(const ExecutionContext& ctx, std::size_t n, std::size_t grain,
            FunctionRef<void(std::size_t, std::size_t)> body) noexcept
      : ctx_(ctx), grain_(grain), body_(body), failed_(n) {}

  void expand(std::size_t begin, std::size_t end) {
    if (begin > failed_.load(std::memory_order_relaxed)) return;
    if (end - begin <= grain_) return leaf(begin, end);
    const std::size_t middle = begin + detail::split_point(end - begin, grain_);
    fork_join(
        ctx_, [&] { expand(begin, middle); }, [&] { expand(middle, end); });
  }

  /// After the last join.
  void finish() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  void leaf(std::size_t begin, std::size_t end) noexcept {
    try {
      ctx_.poll();
      body_(begin, end);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (begin >= failed_.load(std::memory_order_relaxed)) return;
      exception_ = std::current_exception();
      failed_.store(begin, std::memory_order_relaxed);
    }
  }

  const ExecutionContext& ctx_;
  std::size_t grain_;
  FunctionRef<void(std::size_t, std::size_t)> body_;
  std::atomic<std::size_t> failed_;
  std::mutex mutex_;
  std::exception_ptr exception_;
};

}  // namespace

void fork_join(const ExecutionContext& ctx, FunctionRef<void()> left, FunctionRef<void()> right) {
  if (runs_serially(ctx)) return detail::fork_join_serially(left, right);
  if (ctx.profile() != nullptr) return ctx.scheduler().fork_join(left, right);
  if (detail::Scheduler* active = detail::active_scheduler()) return active->fork_join(left, right);
  detail::Scheduler& scheduler = ctx.scheduler();
  scheduler.run([&] { scheduler.fork_join(left, right); });
}

void detail::undisturbed(const ExecutionContext& ctx, FunctionRef<void()> body) {
  // Outside of a scheduler nothing else is to be done.
  detail::Scheduler* const active = runs_serially(ctx) ? nullptr : detail::active_scheduler();
  if (active != nullptr)
    active->undisturbed(body);
  else
    body();
}

void detail::undisturbed_in_scheduler(const ExecutionContext& ctx, FunctionRef<void()> body) {
  if (runs_serially(ctx) || ctx.profile() != nullptr || detail::active_scheduler() != nullptr)
    return undisturbed(ctx, body);
  ctx.scheduler().run([&] { undisturbed(ctx, body); });
}

void parallel_for(const ExecutionContext& ctx, std::size_t n, std::size_t grain,
                  FunctionRef<void(std::size_t begin, std::size_t end)> body) {
  if (n == 0) return;
  if (grain == 0) grain = 1;
  if (n <= grain) return body(0, n);
  if (runs_serially(ctx)) {
    // The leaves of the same tree, from left to right.
    for (std::size_t begin = 0; begin < n;) {
      const std::size_t end = n - begin <= grain ? n : begin + grain;
      ctx.poll();
      body(begin, end);
      begin = end;
    }
    return;
  }
  RangeLoop loop(ctx, n, grain, body);
  loop.expand(0, n);
  loop.finish();
}

}  // namespace v1
}  // namespace polyfork
