// Cancellation and memory caps while systems are solved.
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "classical_systems.hpp"
#include "system_families.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

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
  EXPECT_THROW(real_solutions(katsura(6), {}, ExecutionContext().with_memory_limit(50'000)), MemoryLimit);
  EXPECT_EQ(real_solutions(katsura(3), {}, ExecutionContext().with_memory_limit(std::size_t{1} << 26)).solutions.size(),
            6U);
}

/// The residues of a long chain and the tables that they are combined with count, too: they are most of what it takes.
TEST(SolveLimits, ChargeTheResiduesOfChains) {
  const auto under = [](std::size_t cap) {
    const auto ctx = ExecutionContext().with_threads(1).with_memory_limit(cap);
    const std::size_t chains = triangular_decomposition(katsura(5), ctx).size();
    return std::pair(chains, ctx.memory().peak());
  };
  const auto [chains, peak] = under(std::size_t{1} << 26);
  EXPECT_EQ(chains, 3U);
  EXPECT_GT(peak, 300'000U);
  EXPECT_THROW(under(270'000), MemoryLimit);
}

/// Under every cap there is the whole answer or none, and nothing stays charged: F4, replays, lifting, proofs, boxes.
TEST(SolveLimits, GiveBackWhatTheyWereChargedThreads) {
  SolutionOptions options;
  options.certify = true;
  bool refused = false;
  bool answered = false;
  for (std::size_t cap = 5'000; cap < 16'000'000; cap = cap * 5 / 4) {
    const auto ctx = ExecutionContext().with_threads(2).with_memory_limit(cap);
    try {
      EXPECT_EQ(real_solutions(katsura(4), options, ctx).solutions.size(), 12U);
      answered = true;
    } catch (const MemoryLimit&) {
      refused = true;
    }
    ctx.plan_cache().clear();  // transforms' roots are kept for the next call
    EXPECT_EQ(ctx.memory().used(), 0U) << cap;
    EXPECT_LE(ctx.memory().peak(), cap);
  }
  EXPECT_TRUE(refused && answered);
}

struct CappedAnswer {
  bool is_refused = false;
  bool complete = false;
  bool boxes_proved = false;
  std::vector<RealSolution> solutions;
};

CappedAnswer answer_under(std::size_t cap, int threads, const std::vector<MultiPolyQ>& equations,
                          SolutionMethod method = SolutionMethod::automatic) {
  const auto ctx = ExecutionContext().with_threads(threads).with_memory_limit(cap);
  SolutionOptions options;
  options.method = method;
  CappedAnswer answer;
  try {
    const SystemSolutions found = real_solutions(equations, options, ctx);
    answer = {false, found.complete, found.boxes_proved, found.solutions};
  } catch (const MemoryLimit&) {
    answer.is_refused = true;
  }
  EXPECT_LE(ctx.memory().peak(), cap);
  return answer;
}

/// Computations at the same time need memory at the same time, and do without it: a cap that suffices for one thread
/// suffices for all of them.
void expect_same_under_caps(const std::vector<MultiPolyQ>& equations, std::size_t least_cap, std::size_t most_cap) {
  const auto expected = real_solutions(equations).solutions;
  std::vector<bool> refused;
  for (std::size_t cap = least_cap; cap < most_cap; cap += cap / 3) {
    const CappedAnswer alone = answer_under(cap, 1, equations);
    refused.push_back(alone.is_refused);
    for (const int threads : {1, 2, 5, 8}) {
      const CappedAnswer answer = threads == 1 ? alone : answer_under(cap, threads, equations);
      EXPECT_EQ(answer.is_refused, alone.is_refused) << cap << " bytes, " << threads << " threads";
      EXPECT_TRUE(answer.is_refused || answer.solutions == expected) << cap << " bytes, " << threads << " threads";
    }
  }
  EXPECT_TRUE(refused.front() && !refused.back());
}

TEST(SolveLimits, AreTheSameOnAnyNumberOfThreads) {
  expect_same_under_caps(katsura(4), 20'000, 2'000'000);
  expect_same_under_caps(katsura(5), 20'000, 8'000'000);
  // Solutions that no variable tells apart.
  expect_same_under_caps(system_of("x,y,z,t", "x^3+y+z+t-1,x+y^3+z+t-1,x+y+z^3+t-1,x+y+z+t^3-1"), 20'000, 8'000'000);
}

/// What is proved is told by the system and the cap alone: parts that would be solved at the same time do not take the
/// memory for proofs from each other.
TEST(SolveLimits, ProveTheSameOnAnyNumberOfThreads) {
  const std::vector<std::vector<MultiPolyQ>> systems = {
      // Parts by bases, of different sizes: the first equation is taken apart.
      system_of("w,x,y,z", "w*(w-1)*(w-2)*(w-3)*(w-5),x^2+y+w*z-1,x+y^2*w+z-1,x*w+y+z^2-2"),
      // Parts by resultants.
      system_of("w,x,y", "w*(w-1)*(w-2)*(w-3)*(w-5),x^3+y^2+w*x*y-3,x^2*w+y^3-x+7")};
  for (const auto& equations : systems) {
    bool refused = false;
    bool proved = false;
    for (std::size_t cap = 5'000; cap < 2'000'000; cap += cap / 5) {
      const CappedAnswer alone = answer_under(cap, 1, equations, SolutionMethod::representation);
      for (const int run : {0, 1}) {
        const CappedAnswer answer = answer_under(cap, 4, equations, SolutionMethod::representation);
        EXPECT_EQ(answer.is_refused, alone.is_refused) << cap << ' ' << run;
        EXPECT_EQ(answer.complete, alone.complete) << cap << ' ' << run;
        EXPECT_EQ(answer.boxes_proved, alone.boxes_proved) << cap << ' ' << run;
        EXPECT_TRUE(answer.solutions == alone.solutions) << cap << ' ' << run;
      }
      refused = refused || alone.is_refused;
      proved = proved || alone.complete;
    }
    EXPECT_TRUE(refused && proved);
  }
}

}  // namespace
}  // namespace polyfork::test
