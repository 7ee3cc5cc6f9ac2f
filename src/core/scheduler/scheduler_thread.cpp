// A std::thread per fork while fewer than the context's number are running, else in place. Slow by design: it exists
// for race checking, since tsan understands std::thread but not the synchronisation inside libtbb and libgomp.
#include <atomic>
#include <optional>
#include <thread>

#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class ThreadScheduler final : public Scheduler {
 public:
  explicit ThreadScheduler(int threads) noexcept : threads_(threads) {}

  void run(FunctionRef<void()> body) override {
    running_.fetch_add(1, std::memory_order_relaxed);
    Outcome outcome;
    outcome.capture(*this, body);
    running_.fetch_sub(1, std::memory_order_relaxed);
    outcome.rethrow();
  }

  void fork_join(FunctionRef<void()> left, FunctionRef<void()> right) override {
    Outcome first;
    Outcome second;
    std::optional<std::thread> thread = start(right, second);
    first.capture(left);
    if (thread) {
      // While it waits, this thread does not count, so that a branch elsewhere may fork.
      running_.fetch_sub(1, std::memory_order_relaxed);
      thread->join();
      running_.fetch_add(1, std::memory_order_relaxed);
    } else {
      second.capture(right);
    }
    first.rethrow();
    second.rethrow();
  }

 private:
  std::optional<std::thread> start(FunctionRef<void()> branch, Outcome& outcome) {
    // The counter orders nothing; creation and join of the thread do. So tsan sees every missing join.
    int running = running_.load(std::memory_order_relaxed);
    do {
      if (running >= threads_) return std::nullopt;
    } while (!running_.compare_exchange_weak(running, running + 1, std::memory_order_relaxed));
    try {
      return std::thread([this, branch, &outcome] {
        outcome.capture(*this, branch);
        running_.fetch_sub(1, std::memory_order_relaxed);
      });
    } catch (...) {
      running_.fetch_sub(1, std::memory_order_relaxed);
      return std::nullopt;  // no more threads, or no memory for one: run in place
    }
  }

  int threads_;
  std::atomic<int> running_{0};
};

}  // namespace

std::unique_ptr<Scheduler> make_thread_scheduler(int threads) { return std::make_unique<ThreadScheduler>(threads); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
