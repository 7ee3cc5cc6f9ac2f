// What a fork-join back end offers to the facade in parallel.cpp. One file per back end.
//
// No pool inside a pool: a thread that already runs for one of the parallel schedulers forks there, whatever the
// threads or the back end of a nested context say (one thread and `serial` excepted: they run in place). So nested
// schedulers never wait for each other's workers, and cannot deadlock.
//
// Nothing is thrown into a runtime: branches are run through Outcome, which keeps the exception until both are done.
#pragma once

#include <exception>
#include <memory>

#include <polyfork/core/function_ref.hpp>

namespace polyfork {
inline namespace v1 {

class Profile;

namespace detail {

/// Runs pairs of functions. The functions given to run and fork_join may throw; implementations use Outcome.
class Scheduler {
 public:
  Scheduler() = default;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  virtual ~Scheduler();

  /// Runs body on one of this scheduler's threads and returns when it is done.
  virtual void run(FunctionRef<void()> body) = 0;
  /// Runs both and returns when both are done. Precondition: called from within run or from a branch.
  virtual void fork_join(FunctionRef<void()> left, FunctionRef<void()> right) = 0;
  /// Runs body on this thread; see undisturbed.hpp. For those whose waiting threads take up other work. It may throw.
  virtual void undisturbed(FunctionRef<void()> body) { body(); }
};

/// The scheduler that the calling thread works for, or null.
Scheduler* active_scheduler() noexcept;

/// Says for its scope that the calling thread works for a scheduler. Every branch opens one, since it may have been
/// moved to another thread.
class ActiveScope {
 public:
  explicit ActiveScope(Scheduler& scheduler) noexcept;
  ~ActiveScope();
  ActiveScope(const ActiveScope&) = delete;
  ActiveScope& operator=(const ActiveScope&) = delete;

 private:
  Scheduler* previous_;
};

/// The end of a branch: nothing, or its exception.
class Outcome {
 public:
  void capture(FunctionRef<void()> branch) noexcept {
    try {
      branch();
    } catch (...) {
      exception_ = std::current_exception();
    }
  }
  void capture(Scheduler& scheduler, FunctionRef<void()> branch) noexcept {
    const ActiveScope active(scheduler);
    capture(branch);
  }
  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::exception_ptr exception_;
};

/// Left, then right, on the calling thread; both are run even if left throws.
void fork_join_serially(FunctionRef<void()> left, FunctionRef<void()> right);

/// threads >= 2 for the parallel ones. None starts a thread before its first run.
std::unique_ptr<Scheduler> make_tbb_scheduler(int threads);
std::unique_ptr<Scheduler> make_openmp_scheduler(int threads);
std::unique_ptr<Scheduler> make_thread_scheduler(int threads);
std::unique_ptr<Scheduler> make_serial_scheduler();
std::unique_ptr<Scheduler> make_profile_scheduler(Profile& profile);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
