#include <polyfork/core/plan_cache.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <polyfork/core/context.hpp>

namespace {

using polyfork::MemoryAccount;
using polyfork::PlanCache;
using polyfork::PlanWorth;

/// A plan that counts how often it is made.
std::shared_ptr<const int> get(PlanCache& cache, const std::string& key, int value, std::size_t bytes,
                               std::atomic<int>& made, PlanWorth worth = PlanWorth::cheap) {
  return cache.get<int>(
      key,
      [&] {
        ++made;
        return std::make_shared<const int>(value);
      },
      [&](const int&) { return bytes; }, worth);
}

TEST(PlanCache, KeepsTheMostRecentlyUsed) {
  PlanCache cache(nullptr, 100);
  std::atomic<int> made{0};
  get(cache, "a", 1, 40, made);
  get(cache, "b", 2, 40, made);
  EXPECT_EQ(*get(cache, "a", 0, 40, made), 1);
  get(cache, "c", 3, 40, made);  // evicts b
  EXPECT_EQ(made, 3);
  EXPECT_EQ(cache.size(), 2U);
  EXPECT_EQ(cache.bytes(), 80U);
  EXPECT_EQ(*get(cache, "a", 0, 40, made), 1);
  EXPECT_EQ(*get(cache, "b", 4, 40, made), 4);
  EXPECT_EQ(made, 4);
}

TEST(PlanCache, KeepsWhatIsDearBeforeWhatIsCheap) {
  PlanCache cache(nullptr, 100);
  std::atomic<int> made{0};
  get(cache, "dear", 1, 30, made, PlanWorth::dear);
  for (int i = 0; i < 10; ++i) get(cache, "cheap" + std::to_string(i), i, 40, made);
  EXPECT_EQ(made, 11);
  EXPECT_EQ(*get(cache, "dear", 2, 30, made, PlanWorth::dear), 1);
  EXPECT_EQ(made, 11);
  // Up to a half: then the least recently used of those goes.
  get(cache, "dear too", 3, 30, made, PlanWorth::dear);
  get(cache, "cheap", 4, 45, made);
  EXPECT_EQ(cache.bytes(), 75U);
  EXPECT_EQ(*get(cache, "dear too", 5, 30, made, PlanWorth::dear), 3);
  EXPECT_EQ(*get(cache, "dear", 6, 30, made, PlanWorth::dear), 6);
  EXPECT_LE(cache.bytes(), 100U);
  cache.clear();
  EXPECT_EQ(cache.size(), 0U);
  EXPECT_EQ(cache.bytes(), 0U);
}

TEST(PlanCache, TypesHaveTheirOwnKeys) {
  PlanCache cache(nullptr);
  std::atomic<int> made{0};
  get(cache, "a", 1, 4, made);
  const auto text = cache.get<std::string>(
      "a", [] { return std::make_shared<const std::string>("x"); }, [](const std::string& s) { return s.size(); });
  EXPECT_EQ(*text, "x");
  EXPECT_EQ(cache.bytes(), 5U);
}

TEST(PlanCache, TooLargeIsReturnedButNotKept) {
  PlanCache cache(nullptr, 100);
  std::atomic<int> made{0};
  get(cache, "small", 1, 60, made);
  EXPECT_EQ(*get(cache, "large", 2, 101, made), 2);
  EXPECT_EQ(cache.size(), 1U);
  EXPECT_EQ(*get(cache, "large", 2, 101, made), 2);
  EXPECT_EQ(made, 3);
}

TEST(PlanCache, IsChargedToTheAccount) {
  const auto account = std::make_shared<MemoryAccount>(100);
  std::atomic<int> made{0};
  {
    PlanCache cache(account, 1000);
    get(cache, "a", 1, 50, made);
    get(cache, "b", 2, 40, made);
    EXPECT_EQ(account->used(), 90U);
    get(cache, "c", 3, 30, made);  // a goes
    EXPECT_EQ(account->used(), 70U);
    get(cache, "d", 4, 101, made);  // would never fit the cap: nothing goes
    EXPECT_EQ(cache.size(), 2U);
    account->charge(30);
    get(cache, "e", 5, 80, made);  // not even alone beside what others hold
    EXPECT_EQ(cache.bytes(), 0U);
    EXPECT_EQ(account->used(), 30U);
    get(cache, "a", 1, 50, made);
    cache.clear();
    EXPECT_EQ(account->used(), 30U);
    get(cache, "a", 1, 50, made);
  }
  EXPECT_EQ(account->used(), 30U);
}

TEST(PlanCache, KeptPlansOutliveTheirEviction) {
  PlanCache cache(nullptr, 10);
  std::atomic<int> made{0};
  const auto plan = get(cache, "a", 1, 10, made);
  get(cache, "b", 2, 10, made);
  EXPECT_EQ(*plan, 1);
}

TEST(PlanCache, FactoriesMayThrowAndMayNest) {
  PlanCache cache(nullptr);
  std::atomic<int> made{0};
  EXPECT_THROW(cache.get<int>(
                   "a", []() -> std::shared_ptr<const int> { throw std::runtime_error("no"); },
                   [](const int&) { return std::size_t{1}; }),
               std::runtime_error);
  EXPECT_EQ(cache.size(), 0U);
  const auto outer = cache.get<int>(
      "a", [&] { return std::make_shared<const int>(1 + *get(cache, "inner", 5, 1, made)); },
      [](const int&) { return std::size_t{1}; });
  EXPECT_EQ(*outer, 6);
  EXPECT_EQ(cache.size(), 2U);
}

TEST(ThreadsPlanCache, ConcurrentUse) {
  const auto account = std::make_shared<MemoryAccount>(500);
  PlanCache cache(account, 300);
  std::atomic<int> made{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i) {
        const int key = (i * (t + 3) + t) % 17;
        if (*get(cache, std::to_string(key), key, 20 + static_cast<std::size_t>(key), made) != key) ++wrong;
        if (i % 500 == 0) cache.clear();
        if (cache.bytes() > 300 || account->used() > 500) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(account->used(), cache.bytes());
  cache.clear();
  EXPECT_EQ(account->used(), 0U);
}

}  // namespace
