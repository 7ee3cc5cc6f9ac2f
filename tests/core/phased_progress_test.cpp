// Phases as shares of one progress.
#include "core/progress/phased_progress.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/parallel.hpp>

namespace polyfork::test {
namespace {

using detail::PhasedProgress;

struct Seen {
  std::string stage;
  double fraction;
};

class PhasedProgressTest : public ::testing::Test {
 protected:
  /// Reports are thinned out: what is said after this passes.
  static void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(120)); }

  std::vector<Seen> seen_;
  ExecutionContext ctx_ = ExecutionContext().with_progress([this](std::string_view stage, double fraction) {
    seen_.push_back({std::string(stage), fraction});
  });
};

TEST_F(PhasedProgressTest, AddsSharesUp) {
  const PhasedProgress progress(ctx_);
  {
    const auto first = progress.phase(0.5);
    first.context().progress("one", 0.5);
    EXPECT_EQ(seen_.back().stage, "one");
    EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.25);
    wait();
    first.context().progress("again", 0.25);  // another stage that begins anew
    EXPECT_EQ(seen_.back().stage, "again");
    EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.25);
  }
  wait();
  const auto second = progress.phase(0.25);
  second.context().progress("two", 0);
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.5);
  wait();
  const PhasedProgress inner(second);
  static_cast<void>(inner.phase(0.5));  // ends at once
  inner.phase(0.5).context().progress("three", 0.5);
  EXPECT_EQ(seen_.back().stage, "three");
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.5 + 0.25 * 0.75);
}

TEST_F(PhasedProgressTest, EndsWithThePhaseHoweverThatEnds) {
  const PhasedProgress progress(ctx_);
  std::optional<ExecutionContext> kept;
  try {
    const auto phase = progress.phase(0.5);
    kept = phase;
    throw std::runtime_error("ends");
  } catch (const std::runtime_error&) {
  }
  kept->progress("late", 0.1);  // the context outlives its phase
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.5);
  // More phases than the whole has room for.
  for (int i = 0; i < 3; ++i) static_cast<void>(progress.phase(0.5));
  wait();
  progress.phase(0.5).context().progress("end", 0.5);
  EXPECT_EQ(seen_.back().fraction, 1);
}

TEST_F(PhasedProgressTest, NobodyListens) {
  const ExecutionContext silent;
  const PhasedProgress progress(silent);
  EXPECT_FALSE(progress.phase(0.5).context().has_progress());
  progress.phase(0.5).context().progress("one", 0.5);
}

TEST(ThreadsPhasedProgress, NeverGoesBack) {
  std::vector<double> fractions;
  const ExecutionContext ctx = ExecutionContext().with_threads(4).with_progress(
      [&](std::string_view, double fraction) { fractions.push_back(fraction); });
  const PhasedProgress progress(ctx);
  parallel_for(ctx, 40, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto phase = progress.phase(1.0 / 40);
      for (int k = 0; k <= 20; ++k) {
        phase.context().progress("part " + std::to_string(i % 3), k / 20.0);
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      }
    }
  });
  EXPECT_GE(fractions.size(), 3U);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
}

}  // namespace
}  // namespace polyfork::test
