#include <polyfork/core/context.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "back_ends.hpp"

namespace {

using polyfork::Backend;
using polyfork::ExecutionContext;

TEST(Context, DerivedContextsShareTheRest) {
  const ExecutionContext base;
  const ExecutionContext derived = base.with_threads(3).with_backend(Backend::serial);
  EXPECT_EQ(derived.threads(), 3);
  EXPECT_EQ(derived.backend(), Backend::serial);
  EXPECT_EQ(&derived.memory(), &base.memory());
  EXPECT_EQ(&derived.plan_cache(), &base.plan_cache());
  EXPECT_EQ(&base.with_threads(base.threads()).scheduler(), &base.scheduler());
  const ExecutionContext limited = base.with_memory_limit(1000);
  EXPECT_EQ(limited.memory().limit(), 1000U);
  EXPECT_NE(&limited.memory(), &base.memory());
  EXPECT_NE(&limited.plan_cache(), &base.plan_cache());
  polyfork::Tuning tuning;
  tuning.set("a", "b", 1);
  EXPECT_EQ(base.with_tuning(tuning).tuning().get("a", "b", 0), 1);
  EXPECT_EQ(base.tuning().get("a", "b", 0), 0);
}

TEST(Context, FreshContextsHaveTheirOwnAccount) {
  const ExecutionContext one;
  const ExecutionContext two;
  EXPECT_NE(&one.memory(), &two.memory());
  EXPECT_NE(&one.memory(), &ExecutionContext::default_context().memory());
  EXPECT_EQ(&ExecutionContext::default_context(), &ExecutionContext::default_context());
}

TEST(Context, ThreadCounts) {
  EXPECT_GE(polyfork::available_threads(), 1);
  EXPECT_EQ(ExecutionContext().with_threads(0).threads(), polyfork::available_threads());
  EXPECT_THROW(ExecutionContext().with_threads(-1), polyfork::DomainError);
  EXPECT_THROW(ExecutionContext().with_threads(1'000'000), polyfork::DomainError);
}

TEST(Context, BackEndNames) {
  for (const Backend backend : {Backend::tbb, Backend::openmp, Backend::serial, Backend::profile, Backend::thread})
    EXPECT_EQ(polyfork::backend_from_name(polyfork::backend_name(backend)), backend);
  EXPECT_THROW(polyfork::backend_from_name("cilk"), polyfork::DomainError);
}

TEST(Context, MovedFromStaysUsable) {
  ExecutionContext source = ExecutionContext().with_threads(2);
  const ExecutionContext target = std::move(source);
  EXPECT_EQ(&source.memory(), &target.memory());  // NOLINT(bugprone-use-after-move): promised
}

TEST(Context, StopTokens) {
  std::stop_source source;
  const ExecutionContext ctx = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_NO_THROW(ctx.poll());
  source.request_stop();
  EXPECT_THROW(ctx.poll(), polyfork::Cancelled);
  EXPECT_THROW(ctx.with_threads(2).poll(), polyfork::Cancelled);
  EXPECT_NO_THROW(ExecutionContext().poll());
}

struct Report {
  std::string stage;
  double fraction;
};

TEST(Context, ProgressIsLimitedAndMonotone) {
  std::vector<Report> reports;
  const ExecutionContext ctx = ExecutionContext().with_progress([&](std::string_view stage, double fraction) {
    reports.push_back({std::string(stage), fraction});
  });
  EXPECT_TRUE(ctx.has_progress());
  EXPECT_FALSE(ExecutionContext().has_progress());
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i <= 100; ++i) {
    ctx.progress("one", i / 100.0);
    ctx.progress("one", i / 200.0);  // a slower worker
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LE(static_cast<double>(reports.size()), 100 * seconds.count() + 3);
  ASSERT_GE(reports.size(), 3U);
  for (std::size_t i = 1; i < reports.size(); ++i) EXPECT_GE(reports[i].fraction, reports[i - 1].fraction);
  EXPECT_EQ(reports.back().fraction, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ctx.progress("two", -0.5);
  EXPECT_EQ(reports.back().stage, "two");
  EXPECT_EQ(reports.back().fraction, 0);
}

TEST(Context, StagesBeginAtOnceButNotInFloods) {
  std::vector<Report> reports;
  const ExecutionContext ctx = ExecutionContext().with_progress([&](std::string_view stage, double fraction) {
    reports.push_back({std::string(stage), fraction});
  });
  // However little time there is between them.
  const std::vector<std::string> stages = {"one", "two", "three", "one", "four"};
  for (const std::string& stage : stages) ctx.progress(stage, 0.25);
  ASSERT_EQ(reports.size(), stages.size());
  for (std::size_t i = 0; i < stages.size(); ++i) {
    EXPECT_EQ(reports[i].stage, stages[i]);
    EXPECT_EQ(reports[i].fraction, 0.25);
  }
  // A stage's end is told, once.
  ctx.progress("four", 1);
  ctx.progress("four", 1);
  ASSERT_EQ(reports.size(), stages.size() + 1);
  EXPECT_EQ(reports.back().fraction, 1);

  reports.clear();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) {
    ctx.progress(std::to_string(i), 0);
    ctx.progress(std::to_string(i), 0.5);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LE(static_cast<double>(reports.size()), 100 * seconds.count() + 12);
}

TEST(ThreadsContext, ProgressIsNeverReportedConcurrently) {
  int calls = 0;  // unprotected: tsan and the gate's promise guard it
  const ExecutionContext ctx = ExecutionContext()
                                   .with_threads(4)
                                   .with_backend(polyfork::test::back_ends().back())
                                   .with_progress([&](std::string_view, double) { ++calls; });
  parallel_for(ctx, 400, 1, [&](std::size_t begin, std::size_t) {
    ctx.progress("loop", static_cast<double>(begin) / 400);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  });
  EXPECT_GE(calls, 1);
}

}  // namespace
