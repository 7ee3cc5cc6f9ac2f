// Programs of random calls where a process or a thread begins or ends: in a child after fork, in destructors of static
// and thread-local objects, in many threads at once.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "univariate_calls.hpp"

namespace polyfork::test {
namespace {

using Dense = UnivariateMisuse<PolyZ, 24>;

/// Runs its programs when it is destroyed; a failure ends the process.
struct AtTheEnd {
  std::uint64_t stream = 0;
  std::uint64_t programs = 0;
  AtTheEnd() = default;
  AtTheEnd(const AtTheEnd&) = delete;
  AtTheEnd& operator=(const AtTheEnd&) = delete;
  ~AtTheEnd() {
    if (programs == 0) return;
    const std::string failure = run_misuse<Dense>(stream, programs);
    if (failure.empty()) return;
    std::fprintf(stderr, "at the end: %s\n", failure.c_str());
    std::abort();
  }
};

AtTheEnd at_the_end_of_the_process;

TEST(MisusedProcesses, AtExit) {
  EXPECT_EQ(run_misuse<Dense>(20, 2), "");
  at_the_end_of_the_process.stream = 21;
  at_the_end_of_the_process.programs = misuse_programs() / 10;
}

TEST(MisusedProcesses, AtTheEndOfThreads) {
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      thread_local AtTheEnd at_the_end;
      at_the_end.stream = 30 + t;
      at_the_end.programs = misuse_programs() / 40 + 1;
      EXPECT_EQ(run_misuse<Dense>(40 + t, misuse_programs() / 40 + 1), "");
    });
  for (std::thread& thread : threads) thread.join();
}

/// What a child that runs programs after fork exits with.
int status_of_child(std::uint64_t stream, std::uint64_t programs) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);
    const std::string failure = run_misuse<Dense>(stream, programs);
    // A product that is long enough for tasks.
    const PolyZ f = PolyZ::from_elements({}, std::vector<Integer>(20000, Integer(12345)));
    const bool equal = mul(f, f).coefficient(0) == Integer(12345) * Integer(12345);
    if (!failure.empty()) std::fprintf(stderr, "after fork: %s\n", failure.c_str());
    _exit(failure.empty() && equal ? 0 : 1);
  }
  int status = -1;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(MisusedProcesses, AfterFork) {
  if (ExecutionContext::default_context().backend() == Backend::openmp) GTEST_SKIP() << "libgomp does not survive fork";
  const PolyZ f = PolyZ::from_elements({}, std::vector<Integer>(20000, Integer(12345)));
  EXPECT_EQ(mul(f, f).degree(), 39998);  // the scheduler has started
  for (std::uint64_t child = 0; child < 2; ++child) EXPECT_EQ(status_of_child(50 + child, misuse_programs() / 10), 0);
}

}  // namespace
}  // namespace polyfork::test
