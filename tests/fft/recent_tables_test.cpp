// Tables that a thread remembers: one that it has asked for, of this cache, but for every 64th time.
#include "fft/recent_tables.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <polyfork/core/context.hpp>

#include "fft/word_convolution.hpp"

namespace polyfork::detail {
namespace {

TEST(RecentTables, AreRememberedByThreadAndCache) {
  const ExecutionContext ctx;
  const PlanCache other(nullptr);
  const NttTableKey key{1, 2, 3};
  const auto table = NttTable::get(transform_primes[3], NttArithmetic::shoup64, 3, 3, ctx);
  EXPECT_EQ(recent_table(other, key), nullptr);
  remember_table(other, key, table);
  EXPECT_EQ(recent_table(ctx.plan_cache(), key), nullptr) << "another cache";
  std::thread([&] { EXPECT_EQ(recent_table(other, key), nullptr) << "another thread"; }).join();
  int found = 0;
  for (int i = 0; i < 128; ++i) found += recent_table(other, key) == table ? 1 : 0;
  EXPECT_EQ(found, 126) << "the cache is asked now and then";
}

/// A context may lie where an earlier one did. Under a limit its tables are charged all the same, each time.
TEST(RecentTables, AreNotUsedUnderALimit) {
  for (int i = 0; i < 100; ++i) {
    const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
    const auto table = NttTable::get(998244353, NttArithmetic::shoup64, 6, 6, ctx);
    EXPECT_EQ(ctx.memory().used(), table->bytes());
  }
}

}  // namespace
}  // namespace polyfork::detail
