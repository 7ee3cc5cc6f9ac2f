// The default back end: one oneTBB arena per scheduler. The arena takes its workers from TBB's process-wide pool, so
// several contexts, and a program that uses TBB itself, share the cores instead of multiplying threads.
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <mutex>

#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// TBB would grant no more than this, and says so on stderr when it is asked for more.
int granted(int threads) {
  const std::size_t most = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return static_cast<int>(std::clamp<std::size_t>(most, 1, static_cast<std::size_t>(threads)));
}

class TbbScheduler final : public Scheduler {
 public:
  explicit TbbScheduler(int threads) : threads_(threads) {}

  void run(FunctionRef<void()> body) override {
    // TBB is asked, and starts, when there is something to do: contexts are made that never have.
    std::call_once(initialized_, [&] { arena_.initialize(granted(threads_)); });
    Outcome outcome;
    arena_.execute([&] { outcome.capture(*this, body); });
    outcome.rethrow();
  }

  void fork_join(FunctionRef<void()> left, FunctionRef<void()> right) override {
    Outcome first;
    Outcome second;
    // Isolated: a cancelled task group of the program around us must not drop our tasks.
    tbb::task_group_context group_context(tbb::task_group_context::isolated);
    tbb::task_group group(group_context);
    group.run([&] { second.capture(*this, right); });
    first.capture(left);
    group.wait();
    first.rethrow();
    second.rethrow();
  }

  void undisturbed(FunctionRef<void()> body) override {
    Outcome outcome;
    tbb::this_task_arena::isolate([&] { outcome.capture(body); });
    outcome.rethrow();
  }

 private:
  int threads_;
  std::once_flag initialized_;
  tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<Scheduler> make_tbb_scheduler(int threads) { return std::make_unique<TbbScheduler>(threads); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
