#include <polyfork/core/parallel.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

#include <polyfork/core/error.hpp>
#include <polyfork/core/workspace.hpp>

#include "back_ends.hpp"
#include "random.hpp"

namespace {

using polyfork::Backend;
using polyfork::ExecutionContext;
using polyfork::test::contexts;

std::string name_of(const ExecutionContext& ctx) {
  return std::string(backend_name(ctx.backend())) + ", threads " + std::to_string(ctx.threads());
}

/// A result that shows the shape of the tree: "(0-3 3-5)".
std::string tree(const ExecutionContext& ctx, std::size_t n, std::size_t grain) {
  return parallel_reduce(
      ctx, n, grain, std::string("none"),
      [](std::size_t begin, std::size_t end) { return std::to_string(begin) + "-" + std::to_string(end); },
      [](std::string&& left, std::string&& right) { return "(" + left + " " + right + ")"; });
}

TEST(ThreadsParallel, ReduceHasTheSameTreeEverywhere) {
  EXPECT_EQ(tree(contexts().front(), 5, 1), "(((0-1 1-2) 2-3) (3-4 4-5))");
  EXPECT_EQ(tree(contexts().front(), 10, 4), "((0-4 4-8) 8-10)");
  for (const std::size_t n : {0U, 1U, 2U, 7U, 64U, 333U})
    for (const std::size_t grain : {1U, 3U, 100U}) {
      const std::string expected = tree(contexts().front(), n, grain);
      for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(tree(ctx, n, grain), expected) << name_of(ctx);
    }
}

TEST(ThreadsParallel, ForVisitsEverySubrangeOnce) {
  for (const ExecutionContext& ctx : contexts())
    for (const std::size_t n : {0U, 1U, 5U, 100U, 1001U})
      for (const std::size_t grain : {1U, 8U, 2000U}) {
        std::vector<int> visits(n, 0);
        parallel_for(ctx, n, grain, [&](std::size_t begin, std::size_t end) {
          EXPECT_LE(end - begin, grain);
          EXPECT_EQ(begin % grain, 0U);
          for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        EXPECT_EQ(visits, std::vector<int>(n, 1)) << name_of(ctx);
      }
}

std::uint64_t fibonacci(const ExecutionContext& ctx, int n) {
  if (n < 2) return static_cast<std::uint64_t>(n);
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  fork_join(
      ctx, [&] { left = fibonacci(ctx, n - 1); }, [&] { right = fibonacci(ctx, n - 2); });
  return left + right;
}

TEST(ThreadsParallel, NestedForks) {
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(fibonacci(ctx, 15), 610U) << name_of(ctx);
}

TEST(ThreadsParallel, LoopsNestInLoops) {
  for (const ExecutionContext& ctx : contexts()) {
    std::vector<std::uint64_t> sums(20);
    parallel_for(ctx, sums.size(), 1, [&](std::size_t begin, std::size_t) {
      sums[begin] = parallel_reduce(
          ctx, 100, 7, std::uint64_t{0},
          [&](std::size_t b, std::size_t e) {
            std::uint64_t sum = 0;
            for (std::size_t i = b; i < e; ++i) sum += i * begin;
            return sum;
          },
          [](std::uint64_t a, std::uint64_t b) { return a + b; });
    });
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], 4950 * i) << name_of(ctx);
  }
}

// Every scheduler inside every other, three deep, from several threads at once: no deadlock, the same result.
TEST(ThreadsParallel, DifferentContextsNest) {
  const auto all = contexts();
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (std::size_t caller = 0; caller < 3; ++caller)
    callers.emplace_back([&, caller] {
      // A profile records one computation, so each caller derives its own.
      for (std::size_t i = 0; i < all.size(); ++i) {
        const ExecutionContext& outer = all[(i + caller * 5) % all.size()];
        const ExecutionContext& inner = all[(i * 7 + 3) % all.size()];
        if (outer.backend() == Backend::profile || inner.backend() == Backend::profile) continue;
        std::atomic<std::uint64_t> sum{0};
        parallel_for(outer, 6, 1, [&](std::size_t a, std::size_t) {
          parallel_for(inner, 6, 1, [&](std::size_t b, std::size_t) {
            parallel_for(outer, 6, 1, [&](std::size_t c, std::size_t) { sum += a * 36 + b * 6 + c; });
          });
        });
        if (sum != 215U * 216 / 2) ++wrong;
      }
    });
  for (auto& thread : callers) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadsParallel, BothBranchesFinishAndTheLeftExceptionWins) {
  for (const ExecutionContext& ctx : contexts()) {
    SCOPED_TRACE(name_of(ctx));
    for (const bool left_throws : {false, true})
      for (const bool right_throws : {false, true}) {
        bool left_done = false;
        bool right_done = false;
        std::string caught;
        try {
          fork_join(
              ctx,
              [&] {
                left_done = true;
                if (left_throws) throw std::runtime_error("left");
              },
              [&] {
                right_done = true;
                if (right_throws) throw std::runtime_error("right");
              });
        } catch (const std::runtime_error& error) {
          caught = error.what();
        }
        EXPECT_TRUE(left_done);
        EXPECT_TRUE(right_done);
        EXPECT_EQ(caught, left_throws ? "left" : right_throws ? "right" : "");
      }
  }
}

TEST(ThreadsParallel, LoopsThrowTheLeftmostException) {
  for (const ExecutionContext& ctx : contexts()) {
    SCOPED_TRACE(name_of(ctx));
    std::string caught;
    std::vector<int> visits(200, 0);
    try {
      parallel_for(ctx, visits.size(), 2, [&](std::size_t begin, std::size_t) {
        ++visits[begin];
        if (begin >= 70 && begin % 10 == 0) throw polyfork::DomainError(std::to_string(begin));
      });
    } catch (const polyfork::DomainError& error) {
      caught = error.what();
    }
    EXPECT_EQ(caught, "70");
    for (std::size_t i = 0; i <= 70; i += 2) EXPECT_EQ(visits[i], 1) << i;
  }
}

TEST(ThreadsParallel, ExceptionsCrossManyJoins) {
  for (const ExecutionContext& ctx : contexts())
    EXPECT_THROW(parallel_reduce(
                     ctx, 100, 1, 0,
                     [](std::size_t begin, std::size_t) -> int {
                       if (begin == 63) throw polyfork::ModulusMismatch("63");
                       return 1;
                     },
                     [](int a, int b) { return a + b; }),
                 polyfork::ModulusMismatch)
        << name_of(ctx);
}

TEST(ThreadsParallel, CancellationStopsAReduction) {
  // Without a look at the token above the leaves, each of them would throw: seconds of unwinding.
  for (const ExecutionContext& base : contexts()) {
    std::stop_source source;
    const ExecutionContext ctx = base.with_stop_token(source.get_token());
    std::atomic<int> leaves{0};
    EXPECT_THROW(parallel_reduce(
                     ctx, 100'000, 1, 0,
                     [&](std::size_t, std::size_t) -> int {
                       ++leaves;
                       source.request_stop();
                       ctx.poll();
                       return 1;
                     },
                     [](int x, int y) { return x + y; }),
                 polyfork::Cancelled)
        << name_of(ctx);
    EXPECT_LE(leaves, 100) << name_of(ctx);
  }
}

TEST(ThreadsParallel, CancellationStopsALoop) {
  for (const ExecutionContext& base : contexts()) {
    std::stop_source source;
    const ExecutionContext ctx = base.with_stop_token(source.get_token());
    std::atomic<int> leaves{0};
    EXPECT_THROW(parallel_for(ctx, 1'000'000, 1,
                              [&](std::size_t begin, std::size_t) {
                                ctx.poll();
                                ++leaves;
                                if (begin == 10) source.request_stop();
                              }),
                 polyfork::Cancelled)
        << name_of(ctx);
    EXPECT_LT(leaves, 1'000'000);
    EXPECT_TRUE(ctx.stop_requested());
    EXPECT_FALSE(base.stop_requested());
  }
}

TEST(ThreadsParallel, WorkspacesOfBranchesAreTheirOwn) {
  for (const ExecutionContext& ctx : contexts()) {
    const auto check = [&](auto&& self, int depth, std::uint64_t tag) -> bool {
      const auto fill = static_cast<std::size_t>(100 + 50 * depth);
      polyfork::Workspace::Frame frame;
      const auto scratch = frame.allocate<std::uint64_t>(fill);
      for (auto& word : scratch) word = tag;
      bool left = true;
      bool right = true;
      if (depth > 0)
        fork_join(
            ctx, [&] { left = self(self, depth - 1, 2 * tag); }, [&] { right = self(self, depth - 1, 2 * tag + 1); });
      for (const auto word : scratch)
        if (word != tag) return false;
      return left && right;
    };
    EXPECT_TRUE(check(check, 7, 1)) << name_of(ctx);
  }
}

// A context really uses more than one thread, and one with a single thread never does.
TEST(ThreadsParallel, UsesItsThreads) {
  const auto threads_seen = [](const ExecutionContext& ctx, int attempts) {
    std::mutex mutex;
    std::set<std::thread::id> ids;
    for (int attempt = 0; attempt < attempts && ids.size() < 2; ++attempt)
      parallel_for(ctx, 8, 1, [&](std::size_t, std::size_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const std::lock_guard lock(mutex);
        ids.insert(std::this_thread::get_id());
      });
    return ids.size();
  };
  for (const ExecutionContext& ctx : contexts()) {
    const bool parallel = ctx.threads() > 1 && ctx.backend() != Backend::serial && ctx.backend() != Backend::profile;
    // TBB takes no more workers than the machine has cores, so on one core there is nothing to see.
    if (parallel && polyfork::available_threads() == 1) continue;
    EXPECT_EQ(threads_seen(ctx, parallel ? 1000 : 1) > 1, parallel) << name_of(ctx);
  }
}

#if defined(_OPENMP) && !defined(POLYFORK_TEST_TSAN)
TEST(ThreadsParallel, RunsInTheCallersOpenMpTeam) {
  const ExecutionContext ctx = ExecutionContext().with_threads(4).with_backend(Backend::openmp);
  std::atomic<std::uint64_t> total{0};
#pragma omp parallel num_threads(2) default(none) shared(ctx, total)
  {
    total += fibonacci(ctx, 10);
    const int team = 2;
    parallel_for(ctx, 10, 1, [&](std::size_t, std::size_t) { total += static_cast<std::uint64_t>(team); });
  }
  EXPECT_EQ(total, 2 * (55U + 20U));
}
#endif

}  // namespace
