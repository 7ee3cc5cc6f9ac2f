// Cancellation and memory caps while systems are solved.
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "classical_systems.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

/// 2^n solutions in n + 1 variables.
std::vector<MultiPolyQ> katsura(int n) {
  std::string variables;
  std::string equations;
  for (int i = 0; i <= n; ++i) variables += (i == 0 ? "u" : ",u") + std::to_string(i);
  for (int m = 0; m < n; ++m) {
    for (int i = -n; i <= n; ++i)
      if (std::abs(m - i) <= n)
        equations += "+u" + std::to_string(std::abs(i)) + "*u" + std::to_string(std::abs(m - i));
    equations += "-u" + std::to_string(m) + ",";
  }
  equations += "u0-1";
  for (int i = 1; i <= n; ++i) equations += "+2*u" + std::to_string(i);
  return system_of(variables, equations);
}

std::vector<MultiPolyQ> chain_of_quadrics() {
  const ClassicalSystem& s = triangular_systems[1];
  return system_of(s.variables, s.equations);
}

/// Whatever is being done when the request comes, it ends as cancelled, or had ended before.
template <class F>
void expect_cancelled_at(std::chrono::milliseconds delay, const F& run) {
  std::stop_source source;
  const auto ctx = ExecutionContext().with_threads(2).with_stop_token(source.get_token());
  std::jthread stopper([&] {
    std::this_thread::sleep_for(delay);
    source.request_stop();
  });
  try {
    run(ctx);
  } catch (const Cancelled&) {
    EXPECT_TRUE(source.stop_requested());
  }
}

TEST(SolveLimits, EndWhenAskedToThreads) {
  for (const int delay : {0, 1, 5, 20, 60}) {
    expect_cancelled_at(std::chrono::milliseconds(delay),
                        [](const ExecutionContext& ctx) { real_solutions(katsura(6), {}, ctx); });
    expect_cancelled_at(std::chrono::milliseconds(delay),
                        [](const ExecutionContext& ctx) { real_solutions(chain_of_quadrics(), {}, ctx); });
  }
  std::stop_source source;
  source.request_stop();
  const auto stopped = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_THROW(real_solutions(katsura(5), {}, stopped), Cancelled);
  EXPECT_THROW(real_solutions(chain_of_quadrics(), {}, stopped), Cancelled);
  EXPECT_THROW(triangular_decomposition(katsura(3), stopped), Cancelled);
}

TEST(SolveLimits, KeepTheCap) {
  EXPECT_THROW(real_solutions(katsura(6), {}, ExecutionContext().with_memory_limit(200'000)), MemoryLimit);
  EXPECT_EQ(real_solutions(katsura(3), {}, ExecutionContext().with_memory_limit(std::size_t{1} << 26)).solutions.size(),
            6U);
}

/// Under every cap there is the whole answer or none, and nothing stays charged: F4, replays, lifting, proofs, boxes.
TEST(SolveLimits, GiveBackWhatTheyWereChargedThreads) {
  SolutionOptions options;
  options.certify = true;
  bool refused = false;
  bool answered = false;
  for (std::size_t cap = 30'000; cap < 16'000'000; cap = cap * 5 / 4) {
    const auto ctx = ExecutionContext().with_threads(2).with_memory_limit(cap);
    try {
      EXPECT_EQ(real_solutions(katsura(4), options, ctx).solutions.size(), 12U);
      answered = true;
    } catch (const MemoryLimit&) {
      refused = true;
    }
    EXPECT_EQ(ctx.memory().used(), 0U) << cap;
    EXPECT_LE(ctx.memory().peak(), cap);
  }
  EXPECT_TRUE(refused && answered);
}

}  // namespace
}  // namespace polyfork::test
