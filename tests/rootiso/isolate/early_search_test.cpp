// Searches that are begun before their polynomial is known to be square-free without rational roots.
#include "rootiso/isolate/early_search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/rootiso/certificate.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
namespace {

const PolyZ& irreducible() {
  static const PolyZ f = make_family(Family::random, 1100);
  return f;
}

/// Waits to be stopped, but not for ever.
void wait(const ExecutionContext& ctx) {
  for (int i = 0; i < 60000; ++i) {
    ctx.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  throw std::logic_error("the search was not stopped");
}

TEST(EarlySearch, CountsWhenBothProofsSucceed) {
  bool searched = false;
  const auto search = [&](const IntegerVector& f, const ExecutionContext&) {
    EXPECT_EQ(f, irreducible().coefficients());
    searched = true;
  };
  const auto result = detail::search_early(irreducible(), search, true, ExecutionContext().with_threads(4));
  ASSERT_TRUE(result);
  EXPECT_TRUE(searched);
  EXPECT_TRUE(result->searched);
  EXPECT_TRUE(result->proved_square_free);
  EXPECT_TRUE(result->roots.empty());
  EXPECT_EQ(result->rest, irreducible());
}

TEST(EarlySearch, DoesNotWaitForTheProof) {
  // The last of the three to end is the search, and then nothing is left to wait for; or the proof, unless it is
  // wanted.
  const auto search = [](const IntegerVector&, const ExecutionContext&) {};
  for (int i = 0; i < 20; ++i) {
    const auto result = detail::search_early(irreducible(), search, false, ExecutionContext().with_threads(4));
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->searched);
    EXPECT_EQ(result->rest, irreducible());
    EXPECT_TRUE(
        detail::search_early(irreducible(), search, true, ExecutionContext().with_threads(4))->proved_square_free);
  }
}

TEST(EarlySearch, IsStoppedWhenItIsInVain) {
  const PolyZ linear{-7, 3};
  for (const int threads : {1, 4}) {
    // One thread comes to the search after the proofs.
    const auto ctx = ExecutionContext().with_threads(threads);
    const auto rational = detail::search_early(
        irreducible() * linear, [](const IntegerVector&, const ExecutionContext& stoppable) { wait(stoppable); }, false,
        ctx);
    ASSERT_TRUE(rational);
    EXPECT_FALSE(rational->searched);
    ASSERT_EQ(rational->roots.size(), 1U);
    EXPECT_EQ(rational->roots[0], Rational(7, 3));
    EXPECT_EQ(rational->rest, irreducible());
    EXPECT_FALSE(detail::search_early(
        irreducible() * PolyZ{-2, 0, 1} * PolyZ{-2, 0, 1},
        [](const IntegerVector&, const ExecutionContext& stoppable) { wait(stoppable); }, false, ctx));
  }
}

TEST(EarlySearch, WhatItThrowsCountsWithItsResult) {
  const auto ctx = ExecutionContext().with_threads(4);
  const auto fails = [](const IntegerVector&, const ExecutionContext&) { throw DomainError("here"); };
  EXPECT_THROW(detail::search_early(irreducible(), fails, false, ctx), DomainError);
  EXPECT_FALSE(detail::search_early(irreducible() * PolyZ{1, 0, 1} * PolyZ{1, 0, 1}, fails, false, ctx));
  EXPECT_EQ(detail::search_early(irreducible() * PolyZ{1, 2}, fails, false, ctx)->roots.size(), 1U);
}

TEST(EarlySearch, StopsWithItsCaller) {
  std::stop_source source;
  const auto ctx = ExecutionContext().with_threads(4).with_stop_token(source.get_token());
  const auto search = [&](const IntegerVector&, const ExecutionContext& stoppable) {
    source.request_stop();
    wait(stoppable);
  };
  EXPECT_THROW(detail::search_early(irreducible(), search, false, ctx), Cancelled);
}

TEST(EarlySearch, OnlyWhereThreadsAndMemoryAreFree) {
  const IntegerVector& f = irreducible().coefficients();
  EXPECT_TRUE(detail::worth_an_early_search(f, ExecutionContext().with_threads(8)));
  EXPECT_FALSE(detail::worth_an_early_search(f, ExecutionContext().with_threads(2)));
  EXPECT_FALSE(detail::worth_an_early_search(f, ExecutionContext().with_threads(8).with_memory_limit(1 << 30)));
  EXPECT_FALSE(detail::worth_an_early_search(make_family(Family::random, 100).coefficients(),
                                             ExecutionContext().with_threads(8)));
}

/// The answer does not depend on whether a search was early, or was dropped.
TEST(EarlySearch, LeavesTheAnswerAsItIs) {
  const PolyZ sparse{3, -1000, 1};
  const PolyZ complex{5, 1, 1};
  for (const PolyZ& f :
       {irreducible(), irreducible() * PolyZ{-1, 7}, irreducible() * sparse * sparse, irreducible() * complex * complex,
        irreducible() * complex * complex * PolyZ{-1, 7}, -(irreducible() * PolyZ{6}), PolyZ{0, 1} * irreducible()}) {
    const auto alone = isolate_real_roots(f, {}, ExecutionContext().with_threads(1));
    for (const int threads : {4, 7}) {
      const auto together = isolate_real_roots(f, {}, ExecutionContext().with_threads(threads));
      ASSERT_EQ(together.roots.size(), alone.roots.size());
      for (std::size_t i = 0; i < alone.roots.size(); ++i) {
        EXPECT_EQ(together.roots[i].lower, alone.roots[i].lower);
        EXPECT_EQ(together.roots[i].upper, alone.roots[i].upper);
        EXPECT_EQ(together.roots[i].multiplicity, alone.roots[i].multiplicity);
      }
      EXPECT_EQ(together.stats.rational_roots, alone.stats.rational_roots);
      if (together.stats.square_free_factors != 0) {
        EXPECT_EQ(together.stats.square_free_factors, alone.stats.square_free_factors);
      }
    }
    IsolationOptions part;
    part.interval = {Rational(0), Rational(1)};
    EXPECT_EQ(isolate_real_roots(f, part, ExecutionContext().with_threads(4)).roots.size(),
              isolate_real_roots(f, part, ExecutionContext().with_threads(1)).roots.size());
    const auto certified = isolate_with_certificate(f, {}, ExecutionContext().with_threads(4));
    EXPECT_EQ(certified.result.stats.square_free_factors, alone.stats.square_free_factors);
    EXPECT_EQ(certified.result.roots.size(), alone.roots.size());
  }
}

}  // namespace
}  // namespace polyfork
