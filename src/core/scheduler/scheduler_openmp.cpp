// OpenMP tasks. Inside a caller's parallel region the tasks go to the caller's team; else the entry opens a region of
// the context's size. Clauses only: the process's OpenMP settings (ICVs) are the program's, never ours.
#include "core/scheduler/scheduler.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(_OPENMP)

namespace {

class OpenMpScheduler final : public Scheduler {
 public:
  explicit OpenMpScheduler(int threads) noexcept : threads_(threads) {}

  void run(FunctionRef<void()> body) override {
    Outcome outcome;
    if (omp_in_parallel() != 0) {
      outcome.capture(*this, body);
    } else {
#pragma omp parallel num_threads(threads_) default(none) shared(outcome, body)
#pragma omp single nowait
      outcome.capture(*this, body);
    }
    outcome.rethrow();
  }

  void fork_join(FunctionRef<void()> left, FunctionRef<void()> right) override {
    Outcome first;
    Outcome second;
    // A taskgroup waits for these two alone; a taskwait would also wait for the program's own tasks.
#pragma omp taskgroup
    {
#pragma omp task default(none) shared(second, right)
      second.capture(*this, right);
      first.capture(left);
    }
    first.rethrow();
    second.rethrow();
  }

 private:
  int threads_;
};

}  // namespace

std::unique_ptr<Scheduler> make_openmp_scheduler(int threads) { return std::make_unique<OpenMpScheduler>(threads); }

#else

// A compiler without OpenMP: the same results, on one thread.
std::unique_ptr<Scheduler> make_openmp_scheduler(int) { return make_serial_scheduler(); }

#endif

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
