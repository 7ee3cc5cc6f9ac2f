// Powers by the recurrence against products.
#include "poly/dense/power_recurrence.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "cancellation.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

PolyZ by_products(const PolyZ& a, std::uint64_t n) {
  PolyZ result{1};
  for (std::uint64_t i = 0; i < n; ++i) result = mul(result, a);
  return result;
}

PolyZ draw_terms(IntegerGenerator& g, std::size_t length, std::size_t bits) {
  std::vector<Integer> c(length);
  for (Integer& x : c) {
    if (g.random().below(4) == 0) continue;
    x = g.uniform(1 + g.random().below(bits));
    if (g.random().below(2) == 0) x = -x;
  }
  if (c.back().is_zero()) c.back() = -1;
  return PolyZ::from_elements({}, std::move(c));
}

TEST(PowerRecurrenceProperty, EqualsProducts) {
  IntegerGenerator g(1301);
  for (int round = 0; round < 600; ++round) {
    const std::uint64_t n = 1 + g.random().below(round % 10 == 0 ? 60 : 12);
    const PolyZ a = draw_terms(g, 1 + g.random().below(9), round % 3 == 0 ? 50 : 10);
    if (!detail::recurrence_reaches(a.coefficients(), n, ExecutionContext())) continue;
    const PolyZ expected = by_products(a, n);
    ASSERT_EQ(PolyZ(detail::recurrent_power(a.coefficients(), n, ExecutionContext())), expected) << n;
    ASSERT_EQ(pow(a, n), expected);
    const Integer d = g.uniform(20) + Integer(1);
    const PolyQ q(RationalVector(a.coefficients(), d));
    ASSERT_EQ(pow(q, n), PolyQ(RationalVector(expected.coefficients(), pow(d, n))));
  }
}

/// The same for coefficients of any length, powers of x and units among the first ones.
TEST(PowerRecurrenceProperty, LongCoefficientsEqualProducts) {
  IntegerGenerator g(1302);
  for (int round = 0; round < 400; ++round) {
    const std::uint64_t n = 1 + g.random().below(round % 10 == 0 ? 60 : 12);
    PolyZ a = draw_terms(g, 2 + g.random().below(6), round % 3 == 0 ? 700 : 90);
    if (round % 5 == 0) a = shift_left(a, 2);
    if (round % 4 == 0) a = add(a, PolyZ{round % 8 == 0 ? 1 : -1});
    if (a.degree() < 1) continue;
    const PolyZ expected = by_products(a, n);
    const detail::PowerShape shape{a.length(), a.coefficients().max_bits(), a.length() * n, 1000 * n};
    const auto power = detail::long_recurrent_power(a.coefficients(), n, shape, ExecutionContext());
    ASSERT_TRUE(power.has_value());
    ASSERT_EQ(PolyZ(*power), expected) << a << " to the power " << n;
    ASSERT_EQ(pow(a, n), expected) << a << " to the power " << n;
  }
  const PolyZ a{Integer(1) << 300, -7};
  const ExecutionContext small = ExecutionContext().with_memory_limit(2000);
  EXPECT_FALSE(detail::long_recurrent_power(a.coefficients(), 30, {2, 301, 31, 9100}, small).has_value());
  EXPECT_EQ(small.memory().used(), 0U);
}

/// At the end of what multipliers reach, and beyond.
TEST(PowerRecurrence, LargeCoefficients) {
  for (const unsigned bits : {30U, 50U, 54U, 55U, 56U, 57U, 60U, 63U, 64U, 65U, 200U}) {
    const Integer large = (Integer(1) << bits) - 1;
    for (const PolyZ& a : {PolyZ{large, 1}, PolyZ{-1, large}, PolyZ{large, 0, -large, 1}})
      for (const std::uint64_t n : {4U, 17U, 40U}) {
        ASSERT_EQ(pow(a, n), by_products(a, n)) << bits << " " << n;
        if (detail::recurrence_reaches(a.coefficients(), n, ExecutionContext())) {
          ASSERT_EQ(PolyZ(detail::recurrent_power(a.coefficients(), n, ExecutionContext())), by_products(a, n));
        }
      }
  }
}

TEST(PowerRecurrence, BinomialsAndGaps) {
  const PolyZ binomial = pow(PolyZ{1, 1}, 3000);
  Integer expected = 1;
  for (std::uint64_t k = 0; k <= 3000; ++k) {
    ASSERT_EQ(binomial[k], expected);
    expected = exact_div(expected * Integer(3000 - k), Integer(k + 1));
  }
  const PolyZ gaps = PolyZ::monomial({}, 3, 1000) + PolyZ::monomial({}, -2, 7);
  ASSERT_EQ(pow(gaps, 9), by_products(gaps, 9));
  ASSERT_EQ(PolyZ(detail::recurrent_power(gaps.coefficients(), 9, ExecutionContext())), by_products(gaps, 9));
  EXPECT_EQ(pow(PolyZ{0, 0, 5}, 6), PolyZ::monomial({}, 15625, 12));
}

TEST(PowerRecurrence, MemoryAndCancellation) {
  const PolyZ a{1, 2, 3};
  const PolyZ power = pow(a, 2000);
  bool refused = false;
  for (std::size_t limit = std::size_t{1} << 12; limit <= std::size_t{1} << 26; limit *= 2) {
    try {
      ASSERT_EQ(pow(a, 2000, ExecutionContext().with_memory_limit(limit)), power);
    } catch (const MemoryLimit&) {
      refused = true;
    }
  }
  EXPECT_TRUE(refused);
  expect_cancelled_throughout("power", [](const ExecutionContext& ctx) { (void)pow(PolyZ{1, 2, 3}, 6000, ctx); });
}

}  // namespace
}  // namespace polyfork::test
