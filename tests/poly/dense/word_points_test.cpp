// Values at points of one word, by sums of blocks in two's complement; many values into a list.
#include "poly/dense/word_points.hpp"

#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/many_values.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

Integer horner(const PolyZ& f, const Integer& x) {
  Integer value;
  for (std::size_t i = f.length(); i-- != 0;) value = value * x + f.coefficient(i);
  return value;
}

std::vector<Integer> edges() {
  std::vector<Integer> points;
  for (const std::int64_t x : {0, 1, 2, 3, 4, 5, 7, 8, 10, 127, 255, 256, 65535, 65536, 65537})
    for (const int sign : {1, -1}) points.emplace_back(sign * x);
  for (const unsigned k : {31U, 32U, 33U, 62U, 63U, 64U, 100U})
    for (const int off : {-1, 0, 1})
      for (const int sign : {1, -1}) points.push_back(((Integer(1) << k) + off) * sign);
  return points;
}

TEST(WordPoints, Powers) {
  using detail::WordPoint;
  for (const Integer& x : edges()) {
    ASSERT_EQ(WordPoint::fits(x), !x.is_zero() && x.bit_length() <= 64) << x;
    if (!WordPoint::fits(x)) continue;
    for (const std::size_t n : {1U, 2U, 3U}) ASSERT_LE(WordPoint(x, n).count(), n);
    const WordPoint point(x, 100);
    Integer power(1);
    std::size_t bits = 0;
    for (std::size_t j = 0; j < point.count(); ++j, power *= abs(x)) {
      ASSERT_EQ(Integer(point.powers()[j]), power) << x;
      bits = power.bit_length();
      ASSERT_LT(bits, 64U) << x;
    }
    ASSERT_EQ(Integer(point.step()), power) << x;
    ASSERT_EQ(point.step_bits(), power.bit_length()) << x;
    if (!abs(x).is_one()) {
      ASSERT_EQ(point.sum_bits(), bits) << x;
    }
    ASSERT_EQ(point.negative(), x.sign() < 0);
  }
}

/// Coefficients whose sums carry through everything: the largest of so many bits, with signs of every pattern.
TEST(WordPoints, LargestCoefficients) {
  for (const std::size_t n : {1U, 2U, 3U, 5U, 21U, 64U, 129U})
    for (const std::size_t bits : {1U, 30U, 61U, 62U, 63U, 64U, 65U, 127U, 128U, 129U, 383U, 384U, 385U, 900U})
      for (const int pattern : {0, 1, 2, 3, 4}) {
        std::vector<Integer> c;
        for (std::size_t i = 0; i < n; ++i) {
          Integer x = (Integer(1) << bits) - 1;
          if (pattern == 4 && i % 3 != 0) x = Integer();
          const bool minus = pattern == 1 || (pattern == 2 && i % 2 != 0) || (pattern == 3 && i + 1 == n);
          if (minus) x.negate();
          c.push_back(std::move(x));
        }
        const PolyZ f = PolyZ::from_elements({}, std::move(c));
        const std::vector<Integer> points = edges();
        const std::vector<Integer> values = evaluate_many(f, points);
        for (std::size_t i = 0; i < points.size(); ++i) {
          ASSERT_EQ(values[i], horner(f, points[i])) << n << " " << bits << " " << pattern << " at " << points[i];
          ASSERT_EQ(evaluate(f, points[i]), values[i]) << n << " " << bits << " " << pattern << " at " << points[i];
        }
      }
}

TEST(WordPointsProperty, AreThoseOfHornersRule) {
  IntegerGenerator g(945);
  std::vector<Integer> values;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t n = g.random().below(round % 50 == 0 ? 700 : round % 5 == 0 ? 70 : 9);
    const PolyZ f(g.vector(n, 1 + g.random().below(round % 7 == 0 ? 20 : 3)));
    std::vector<Integer> points;
    for (std::size_t i = g.random().below(20); i != 0; --i) {
      Integer x = g.uniform(1 + g.random().below(70));
      if (g.random().below(2) == 0) x.negate();
      points.push_back(g.random().below(9) == 0 ? g.draw(3) : std::move(x));
    }
    evaluate_many_into(values, f, points, ExecutionContext().with_threads(1 + round % 3));
    ASSERT_EQ(values.size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_EQ(values[i], horner(f, points[i])) << f << " at " << points[i];
      ASSERT_EQ(evaluate(f, points[i]), values[i]) << f << " at " << points[i];
    }
    evaluate_many_into(points, f, points, ExecutionContext().with_threads(2));
    ASSERT_EQ(points, values) << f;
  }
}

TEST(WordPoints, ManyValuesIntoFractions) {
  IntegerGenerator g(946);
  const PolyZ f(g.vector(30, 2));
  const PolyQ q(RationalVector(g.vector(30, 2), Integer(12)));
  std::vector<Rational> points;
  for (int i = 0; i < 30; ++i) points.push_back(g.rational(2));
  std::vector<Rational> values(3, Rational(1, 2));
  evaluate_many_into(values, f, points);
  EXPECT_EQ(values, evaluate_many(f, points));
  evaluate_many_into(values, q, points);
  EXPECT_EQ(values, evaluate_many(q, points));
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(values[i], evaluate(q, points[i]));
  evaluate_many_into(points, q, points);
  EXPECT_EQ(values, points);
}

TEST(WordPoints, LimitsAndStops) {
  IntegerGenerator g(947);
  const PolyZ f(g.vector(2000, 3));
  const std::vector<Integer> points(50, Integer(-12345));
  const ExecutionContext small = ExecutionContext().with_memory_limit(10'000);
  std::vector<Integer> values;
  EXPECT_THROW(evaluate_many_into(values, f, points, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(evaluate_many_into(values, f, points, ExecutionContext().with_stop_token(source.get_token())),
               Cancelled);
  const PolyZ few{1, 2, 3};
  EXPECT_THROW(evaluate_many_into(values, few, points, ExecutionContext().with_stop_token(source.get_token())),
               Cancelled);
  const ExecutionContext enough = ExecutionContext().with_memory_limit(10'000'000);
  evaluate_many_into(values, f, points, enough);
  EXPECT_EQ(values.back(), horner(f, points[0]));
  enough.plan_cache().clear();  // tables of transforms
  EXPECT_EQ(enough.memory().used(), 0U);
}

}  // namespace
}  // namespace polyfork::test
