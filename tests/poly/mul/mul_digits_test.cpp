// Short products over Z by digits of 52 bits: where plans choose them, that every instruction set has the same products
// around each cut-off, operands that are the result, memory and cancellation.
#include <polyfork/poly/mul/multiplication.hpp>

#include <algorithm>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "forced_isa.hpp"
#include "integer_generators.hpp"
#include "naive_poly.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "ring/kernels/digit_products.hpp"

namespace polyfork::test {
namespace {

bool by_digits(const MulShape& shape, const MulTuning& tuning = {}) {
  const detail::MulPlan plan = detail::plan_mul(shape, budget(1, Bytes::never, tuning));
  return plan.algorithm == MulAlgorithm::classical && plan.as<detail::ColumnParameters>().digits;
}

std::vector<Isa> instruction_sets() {
  std::vector<Isa> some;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma})
    if (isa <= detected_isa()) some.push_back(isa);
  return some;
}

/// Coefficients of exactly so many bits, of either sign.
IntegerVector full(IntegerGenerator& g, std::size_t n, std::size_t bits) {
  std::vector<Integer> coefficients;
  for (std::size_t i = 0; i < n; ++i) {
    Integer x = g.uniform(bits - 1) + (Integer(1) << (bits - 1));
    if (g.random()() % 2 == 0) x.negate();
    coefficients.push_back(std::move(x));
  }
  return IntegerVector(coefficients);
}

void expect_same_everywhere(const IntegerVector& a, const IntegerVector& b) {
  const NaivePoly expected = naive_mul(to_naive(a), to_naive(b));
  for (const Isa isa : instruction_sets()) {
    const ForcedIsa forced(isa);
    for (const int threads : {1, 3}) {
      const ExecutionContext ctx = ExecutionContext().with_threads(threads);
      ASSERT_EQ(to_naive(mul(a, b, ctx)), expected)
          << isa_name(isa) << ' ' << a.size() << 'x' << b.size() << ' ' << a.max_bits() << 'x' << b.max_bits();
      ASSERT_EQ(to_naive(mul(b, a, ctx)), expected);
      ASSERT_EQ(to_naive(mul_with(MulAlgorithm::classical, a, b, ctx)), expected) << isa_name(isa);
    }
  }
}

TEST(MulDigits, PlansChooseThemWhereTheProcessorHasThem) {
  const bool has = detail::digit_products(active_isa()) != nullptr;
  const bool has_wide = has && active_isa() >= Isa::ifma;  // doubles are for more and shorter coefficients
  EXPECT_EQ(by_digits({2, 2, 1024, 1024}), has_wide);
  EXPECT_EQ(by_digits({4, 4, 128, 128}), has_wide);
  EXPECT_EQ(by_digits({20, 20, 500, 500}), has_wide);
  EXPECT_EQ(by_digits({20, 20, 256, 256}), has);
  EXPECT_EQ(by_digits({64, 64, 64, 64}), has);
  EXPECT_FALSE(by_digits({1, 2, 1024, 1024}));
  EXPECT_FALSE(by_digits({3, 3, 128, 128}));
  EXPECT_FALSE(by_digits({65, 64, 128, 128}));
  EXPECT_FALSE(by_digits({5, 5, 64, 64}));        // few words
  EXPECT_FALSE(by_digits({60, 60, 28, 28}));      // sums are words
  EXPECT_FALSE(by_digits({64, 64, 2000, 2000}));  // long
  MulTuning t;
  t.most_digit_products = 0;
  EXPECT_FALSE(by_digits({20, 20, 256, 256}, t));
  const ForcedIsa forced(Isa::scalar);
  EXPECT_FALSE(by_digits({20, 20, 256, 256}));
}

TEST(MulDigits, LengthsAroundTheCutoffs) {
  IntegerGenerator g(71);
  for (const std::size_t n : {1, 2, 3, 4, 63, 64, 65})
    for (const std::size_t m : {1, 2, 5, 64, 65})
      for (const std::size_t limbs : {1, 2, 5}) expect_same_everywhere(g.vector(n, limbs), g.vector(m, limbs));
}

/// Words: about as many products as are taken by digits, of about as many bits as words have.
TEST(MulDigits, Words) {
  IntegerGenerator g(72);
  for (const std::size_t n : {5, 6, 7, 20, 64})
    for (const std::size_t bits : {27, 28, 29, 30, 31, 32, 33, 51, 52, 53, 62, 63, 64})
      expect_same_everywhere(full(g, n, bits), full(g, n - 1, bits));
}

/// Coefficients for which there are just as many products of digits as plans take, or one digit more.
TEST(MulDigits, ProductsAroundTheCutoff) {
  IntegerGenerator g(73);
  for (const std::size_t n : {2, 5, 20, 50, 64}) {
    std::size_t bits = 65;
    if (detail::digit_products(active_isa()) == nullptr) continue;
    while (detail::is_product_of_digits({n, n, bits, bits}, MulTuning())) ++bits;
    for (const std::size_t b : {bits - 53, bits - 52, bits - 1, bits, bits + 1, bits + 52})
      expect_same_everywhere(full(g, n, b), full(g, n, b));
    expect_same_everywhere(full(g, n, bits), full(g, n, 70));
  }
}

TEST(MulDigits, TheResultMayBeAnOperand) {
  IntegerGenerator g(74);
  const ExecutionContext ctx;
  for (const std::size_t n : {2, 9, 40, 64})
    for (const std::size_t limbs : {1, 3}) {
      const DensePoly<Integers> a(Integers(), full(g, n, 64 * limbs));
      const DensePoly<Integers> b(Integers(), full(g, n, 64 * limbs - 3));
      const NaivePoly expected = naive_mul(to_naive(a.coefficients()), to_naive(b.coefficients()));
      DensePoly<Integers> x = a;
      mul_into(x, x, b, ctx);
      EXPECT_EQ(to_naive(x.coefficients()), expected);
      x = b;
      mul_into(x, a, x, ctx);
      EXPECT_EQ(to_naive(x.coefficients()), expected);
      x = a;
      mul_into(x, x, x, ctx);
      EXPECT_EQ(to_naive(x.coefficients()), naive_mul(to_naive(a.coefficients()), to_naive(a.coefficients())));
    }
}

TEST(MulDigits, CapsAndStops) {
  IntegerGenerator g(75);
  const IntegerVector a = full(g, 60, 300);
  const IntegerVector expected = mul(a, a);
  EXPECT_THROW(mul(a, a, ExecutionContext().with_memory_limit(2000)), MemoryLimit);
  const ExecutionContext capped = ExecutionContext().with_memory_limit(1 << 20);
  EXPECT_EQ(mul(a, a, capped), expected);
  EXPECT_LE(capped.memory().peak(), std::size_t{1} << 20);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(mul(a, a, ExecutionContext().with_stop_token(stop.get_token())), Cancelled);
}

/// A plan for other operands serves these, or another one does.
TEST(MulDigits, PlansForOtherOperands) {
  IntegerGenerator g(76);
  const ExecutionContext ctx;
  const detail::MulPlan plan = detail::plan_mul({20, 20, 200, 200}, budget(1));
  for (const std::size_t n : {1, 20, 64, 65, 130})
    for (const std::size_t bits : {10, 200, 3000}) {
      const IntegerVector a = full(g, n, bits);
      const IntegerVector b = full(g, 20, bits);
      EXPECT_EQ(to_naive(detail::mul_as_planned(plan, a, b, ctx)), naive_mul(to_naive(a), to_naive(b)));
    }
}

}  // namespace
}  // namespace polyfork::test
