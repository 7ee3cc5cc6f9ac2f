#include "gpu/simt/fibers.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace polyfork::detail::simt {
namespace {

TEST(Fibers, EachThreadOfEachBlockRunsOnce) {
  for (const std::uint64_t order : {0, 1, 77}) {
    std::set<std::vector<unsigned>> seen;
    run(
        {3, 2, 5, 0},
        [&] {
          EXPECT_TRUE(seen.insert({block(), batch(), thread()}).second);
        },
        order);
    EXPECT_EQ(seen.size(), 30U);
  }
}

TEST(Fibers, BarriersOrderWhatThreadsExchange) {
  constexpr unsigned n = 32;
  for (const std::uint64_t order : {0, 1, 2, 3}) {
    std::vector<unsigned> out(n);
    run(
        {1, 1, n, n * sizeof(unsigned)},
        [&] {
          auto* const memory = static_cast<unsigned*>(shared());
          memory[thread()] = thread();
          for (unsigned half = n / 2; half != 0; half /= 2) {
            barrier();
            const unsigned other = memory[(thread() + half) % n];
            barrier();
            memory[thread()] += other;
          }
          out[thread()] = memory[thread()];
        },
        order);
    EXPECT_EQ(out, std::vector<unsigned>(n, n * (n - 1) / 2));
  }
}

/// Without the first barrier the order decides what is read: in one of a few at least it shows.
TEST(Fibers, OrdersShowARace) {
  std::set<unsigned> results;
  for (std::uint64_t order = 0; order < 8; ++order) {
    unsigned wrong = 0;
    run(
        {1, 1, 8, 8 * sizeof(unsigned)},
        [&] {
          auto* const memory = static_cast<unsigned*>(shared());
          memory[thread()] = thread();
          if (memory[(thread() + 1) % 8] != (thread() + 1) % 8) ++wrong;
        },
        order);
    results.insert(wrong);
  }
  EXPECT_GT(results.size(), 1U);
}

TEST(Fibers, SharedMemoryIsPoisonedBeforeEachBlock) {
  run(
      {2, 1, 1, 16},
      [] {
        auto* const memory = static_cast<double*>(shared());
        EXPECT_TRUE(std::isnan(memory[0]) && std::isnan(memory[1]));
        memory[0] = memory[1] = 0;
      },
      0);
}

TEST(Fibers, ABarrierThatNotAllReachIsAnError) {
  EXPECT_THROW(run(
                   {1, 1, 2, 0},
                   [] {
                     if (thread() == 0) barrier();
                   },
                   0),
               std::logic_error);
}

TEST(Fibers, ExceptionsReachTheCaller) {
  EXPECT_THROW(run(
                   {1, 1, 4, 0},
                   [] {
                     barrier();
                     if (thread() == 2) throw std::runtime_error("of a kernel");
                     barrier();
                   },
                   5),
               std::runtime_error);
}

}  // namespace
}  // namespace polyfork::detail::simt
