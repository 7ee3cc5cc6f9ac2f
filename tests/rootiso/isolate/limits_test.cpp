// Isolation under a memory cap and a stop token.
#include <gtest/gtest.h>

#include <chrono>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

#include "cancellation.hpp"
#include "poly/rational_roots/rational_roots.hpp"
#include "rootiso/local/local_polynomial.hpp"
#include "rootiso/values/descartes.hpp"

namespace polyfork {
namespace {

using std::chrono::milliseconds;
using test::expect_cancelled;

TEST(IsolationLimits, WhatIsHeldIsCharged) {
  // The preprocessed polynomial is as large as the input: its product and its factor.
  const PolyZ f = parse_poly_z("x^200000 + 1");
  const std::size_t bytes = f.coefficients().bytes();
  const ExecutionContext narrow = ExecutionContext().with_memory_limit(2 * bytes);
  EXPECT_THROW(isolate_real_roots(f, {}, narrow), MemoryLimit);
  EXPECT_EQ(narrow.memory().used(), 0U);
}

TEST(IsolationLimits, ThePeakCoversTheResult) {
  const PolyZ f = make_family(Family::chebyshev, 40);
  IsolationOptions options;
  options.width = Rational::dyadic(1, -10'000);
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{1} << 30);
  const auto result = isolate_real_roots(f, options, ctx);
  std::size_t bytes = 0;
  for (const RootInterval& r : result.roots)
    bytes += (r.lower.numerator().bit_length() + r.lower.denominator().bit_length() + r.upper.numerator().bit_length() +
              r.upper.denominator().bit_length()) /
             8;
  EXPECT_GE(ctx.memory().peak(), bytes);
  EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
}

TEST(IsolationLimits, GcdHoldsItsImages) {
  const PolyZ g = make_family(Family::random, 300, {.bits = 300, .seed = 1});
  const PolyZ f = mul(g, mul(g, make_family(Family::random, 300, {.bits = 300, .seed = 2})));
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{1} << 30);
  square_free_decomposition(f, ctx);
  EXPECT_GE(ctx.memory().peak(), 2 * f.coefficients().bytes());
  EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
}

TEST(IsolationLimits, EveryCapGivesTheAnswerOrARefusal) {
  for (const char* text : {"x^40 - 2*(2^40*x - 1)^2", "(2^300*x^2 - 3)*(x^2 - 3*2^400)*(x^9 - x - 3)",
                           "(x^24 - 5)*(x^12 - 2*x^6 - 7)", "((2^50*x^3 - 7)^4 - 3)*(x^70 - x^3 - 1)"}) {
    const PolyZ f = parse_poly_z(text);
    const auto expected = isolate_real_roots(f).roots;
    bool refused = false;
    for (std::size_t cap = 1000;; cap += cap / 4) {
      const ExecutionContext narrow = ExecutionContext().with_threads(cap % 2 == 0 ? 1 : 4).with_memory_limit(cap);
      try {
        EXPECT_EQ(isolate_real_roots(f, {}, narrow).roots, expected) << text << " " << cap;
        break;
      } catch (const MemoryLimit&) {
        refused = true;
      }
      narrow.plan_cache().clear();
      EXPECT_EQ(narrow.memory().used(), 0U) << text << " " << cap;
    }
    EXPECT_TRUE(refused);
  }
}

TEST(IsolationCancellation, RootsModuloPrimes) {
  // The root 1 is an image modulo every prime: all of a batch are tried.
  const PolyZ f = parse_poly_z("x^3000000 - 2*x + 1");
  expect_cancelled(
      "rational roots", [&](const ExecutionContext& ctx) { detail::split_rational_roots(f, ctx); }, milliseconds(50));
}

TEST(IsolationCancellation, RationalRootsLiftedAndProved) {
  // lifted to a million bits
  const PolyZ f = parse_poly_z("(x - 10^300000)*(x^400 - 2)*(x^6 - 10)");
  expect_cancelled(
      "lifting", [&](const ExecutionContext& ctx) { detail::split_rational_roots(f, ctx); }, milliseconds(100));
  const PolyZ w = make_family(Family::wilkinson, 4096);
  expect_cancelled(
      "product of linear factors", [&](const ExecutionContext& ctx) { detail::split_rational_roots(w, ctx); },
      milliseconds(60));
}

TEST(IsolationLimits, RationalRootsObeyTheMemoryLimit) {
  for (const PolyZ& f : {make_family(Family::wilkinson, 512), parse_poly_z("(3^40000*x - 2^70000)*(x^30 - 2)")}) {
    const std::size_t bytes = f.coefficients().bytes();
    const ExecutionContext narrow = ExecutionContext().with_memory_limit(2 * bytes);
    EXPECT_THROW(detail::split_rational_roots(f, narrow), MemoryLimit);
    EXPECT_EQ(narrow.memory().used(), narrow.plan_cache().bytes());
    const ExecutionContext wide = ExecutionContext().with_memory_limit(std::size_t{1} << 28);
    const auto result = detail::split_rational_roots(f, wide);
    EXPECT_FALSE(result.first.empty());
    EXPECT_GE(wide.memory().peak(), 2 * bytes);
    EXPECT_EQ(wide.memory().used(), wide.plan_cache().bytes());
  }
}

TEST(IsolationCancellation, TaylorShiftsOfManyRows) {
  expect_cancelled(
      "Taylor shift",
      [](const ExecutionContext& ctx) {
        detail::FixedRows rows(1'000'000, 2, ctx);
        detail::horner_shift(rows, Integer(1), ctx);
      },
      milliseconds(50));
  const PolyZ long_one = make_family(Family::random, 16000, {.bits = 4000, .seed = 5});
  for (const ShiftAlgorithm algorithm :
       {ShiftAlgorithm::convolution, ShiftAlgorithm::products, ShiftAlgorithm::tableau, ShiftAlgorithm::tableau_bands})
    expect_cancelled(
        "Taylor shift",
        [&](const ExecutionContext& ctx) { taylor_shift_with(algorithm, long_one.coefficients(), 1, ctx); },
        milliseconds(100));
  const PolyZ f = make_family(Family::random, 3000, {.bits = 2000, .seed = 4});
  expect_cancelled(
      "local polynomial",
      [&](const ExecutionContext& ctx) {
        detail::local_polynomial(f.coefficients(), Rational("-1/3"), Rational("7/5"), ctx);
      },
      milliseconds(20));
}

TEST(IsolationCancellation, IsolationAndDigits) {
  const PolyZ f = make_family(Family::mignotte, 3000);
  expect_cancelled(
      "isolation", [&](const ExecutionContext& ctx) { isolate_real_roots(f, {}, ctx); }, milliseconds(100));
  IsolationOptions by_models;
  by_models.method = IsolationMethod::local;
  const PolyZ far_down = parse_poly_z("x^5 - 2*(2^100000*x - 1)^2");
  expect_cancelled(
      "clusters", [&](const ExecutionContext& ctx) { isolate_real_roots(far_down, by_models, ctx); },
      milliseconds(300));
  const PolyZ g = make_family(Family::chebyshev, 60);
  const auto roots = isolate_real_roots(g).roots;
  expect_cancelled(
      "digits", [&](const ExecutionContext& ctx) { roots_to_decimal(g, roots, 20000, ctx); }, milliseconds(100));
}

}  // namespace
}  // namespace polyfork
