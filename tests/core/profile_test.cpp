#include <polyfork/core/profile.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>

namespace {

using polyfork::ExecutionContext;
using polyfork::Profile;
using polyfork::ProfileSummary;

std::string line(const ProfileSummary& summary, int processors) {
  const polyfork::SpeedupBounds bounds = summary.speedup(processors);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%d processors: %.2f - %.2f", processors, bounds.lower, bounds.upper);
  return text.data();
}

std::vector<std::string> lines(const ProfileSummary& summary) {
  std::vector<std::string> all;
  for (int p = 2; p <= 32; p *= 2) all.push_back(line(summary, p));
  return all;
}

// The two profiles that the slides "Parallelization overheads" (2012) print.
TEST(Profile, GivesTheSlidesTenSpeedUpLines) {
  ProfileSummary first;
  first.work = 6'480'801'250;
  first.span = 2'116'801'250;
  first.burdened_span = 31'920'801'250;
  EXPECT_EQ(lines(first), (std::vector<std::string>{"2 processors: 0.21 - 2.00", "4 processors: 0.15 - 3.06",
                                                    "8 processors: 0.13 - 3.06", "16 processors: 0.13 - 3.06",
                                                    "32 processors: 0.12 - 3.06"}));
  ProfileSummary second;
  second.work = 5'295'801'529;
  second.span = 1'326'801'107;
  second.burdened_span = 1'326'830'911;
  EXPECT_EQ(lines(second), (std::vector<std::string>{"2 processors: 1.40 - 2.00", "4 processors: 1.76 - 3.99",
                                                     "8 processors: 2.01 - 3.99", "16 processors: 2.17 - 3.99",
                                                     "32 processors: 2.25 - 3.99"}));
}

TEST(Profile, TextNamesTheQuantities) {
  Profile profile;
  profile.charge(1000);
  const std::string text = profile.summary().to_text();
  EXPECT_NE(text.find("work"), std::string::npos);
  EXPECT_NE(text.find("1000 operations\n"), std::string::npos);
  EXPECT_NE(text.find("speed-up on 128 processors: 0.59 - 1.00\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("  \n"), std::string::npos);
}

TEST(Profile, ComposesInSeriesAndInParallel) {
  Profile profile(7);
  const ExecutionContext ctx = ExecutionContext().with_profile(profile);
  ctx.charge(10);
  fork_join(
      ctx, [&] { ctx.charge(100); },
      [&] {
        ctx.charge(5);
        fork_join(
            ctx, [&] { ctx.charge(40); }, [&] { ctx.charge(40); });
        ctx.charge(3);
      });
  ctx.charge(1);
  const ProfileSummary summary = profile.summary();
  EXPECT_TRUE(summary.charged);
  EXPECT_EQ(summary.work, 10 + 100 + 5 + 80 + 3 + 1);
  EXPECT_EQ(summary.span, 10 + 100 + 1);
  EXPECT_EQ(summary.burdened_span, 10 + 100 + 7 + 1);
  EXPECT_EQ(summary.forks, 2U);
  EXPECT_EQ(summary.forks_on_critical_path, 1U);
}

TEST(Profile, BurdenedChainMayBeAnother) {
  Profile profile(1000);
  const ExecutionContext ctx = ExecutionContext().with_profile(profile);
  fork_join(
      ctx, [&] { ctx.charge(100); },
      [&] {
        fork_join(
            ctx, [&] { ctx.charge(50); }, [&] { ctx.charge(60); });
      });
  const ProfileSummary summary = profile.summary();
  EXPECT_EQ(summary.span, 100);
  EXPECT_EQ(summary.burdened_span, 60 + 2000);
  EXPECT_EQ(summary.forks_on_critical_path, 1U);
}

TEST(Profile, EqualSpansCountTheMostForks) {
  Profile profile;
  const ExecutionContext ctx = ExecutionContext().with_profile(profile);
  const auto deep = [&] {
    fork_join(
        ctx, [&] { ctx.charge(9); }, [&] { ctx.charge(2); });
  };
  const auto flat = [&] { ctx.charge(9); };
  fork_join(ctx, deep, flat);
  EXPECT_EQ(profile.summary().forks_on_critical_path, 2U);
  profile.reset();
  fork_join(ctx, flat, deep);
  EXPECT_EQ(profile.summary().forks_on_critical_path, 2U);
}

TEST(Profile, RecordsTheTreeOfALoop) {
  Profile profile(0);
  const ExecutionContext ctx = ExecutionContext().with_threads(4).with_profile(profile);
  parallel_for(ctx, 1000, 10, [&](std::size_t begin, std::size_t end) { ctx.charge(end - begin); });
  const ProfileSummary summary = profile.summary();
  EXPECT_EQ(summary.work, 1000);
  EXPECT_EQ(summary.span, 10);
  EXPECT_EQ(summary.forks, 99U);
  EXPECT_EQ(summary.forks_on_critical_path, 7U);
}

TEST(Profile, FallsBackToTime) {
  Profile profile(0);
  const ExecutionContext ctx = ExecutionContext().with_profile(profile);
  const auto nap = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  fork_join(ctx, nap, nap);
  const ProfileSummary summary = profile.summary();
  EXPECT_FALSE(summary.charged);
  EXPECT_GE(summary.work, 40e6);
  EXPECT_GE(summary.span, 20e6);
  EXPECT_LE(summary.span, summary.work - 20e6);
}

TEST(Profile, SurvivesExceptions) {
  Profile profile(0);
  const ExecutionContext ctx = ExecutionContext().with_profile(profile);
  EXPECT_THROW(fork_join(
                   ctx,
                   [&] {
                     ctx.charge(1);
                     throw std::runtime_error("left");
                   },
                   [&] { ctx.charge(4); }),
               std::runtime_error);
  ctx.charge(10);
  EXPECT_EQ(profile.summary().work, 15);
  EXPECT_EQ(profile.summary().span, 14);
}

TEST(Profile, BackEndWithoutAProfileBringsItsOwn) {
  const ExecutionContext ctx = ExecutionContext().with_backend(polyfork::Backend::profile);
  ASSERT_NE(ctx.profile(), nullptr);
  ctx.charge(3);
  EXPECT_EQ(ctx.profile()->summary().work, 3);
  EXPECT_EQ(ctx.with_backend(polyfork::Backend::serial).profile(), nullptr);
}

}  // namespace
