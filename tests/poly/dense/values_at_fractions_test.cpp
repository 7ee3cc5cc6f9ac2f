// Values of integer polynomials at fractions: one, in memory that is there, and at many points.
#include <polyfork/poly/dense/many_values.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/convert.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// Horner's rule.
Rational horner(const PolyZ& f, const Rational& x) {
  Rational value;
  for (std::size_t i = f.length(); i-- != 0;) value = value * x + Rational(f.coefficient(i));
  return value;
}

TEST(ValuesAtFractionsProperty, AreThoseOfHornersRule) {
  IntegerGenerator g(940);
  for (const std::size_t length : {0, 1, 2, 5, 40, 300}) {
    const PolyZ f(g.vector(length, 3));
    std::vector<Rational> points = {0, 1, -1, 7, Rational(1, 2), Rational(-3, 4), Rational(1, 2)};
    for (int i = 0; i < 4; ++i) points.emplace_back(g.draw(2), abs(g.draw(2)) + 1);
    const std::vector<Rational> values = evaluate_many(f, points, ExecutionContext().with_threads(3));
    ASSERT_EQ(values.size(), points.size());
    Rational value(5, 7);
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(values[i], horner(f, points[i])) << length << " at " << points[i];
      EXPECT_EQ(values[i], evaluate(f, points[i]));
      evaluate_into(value, f, points[i]);
      EXPECT_EQ(value, values[i]);
      Rational point = points[i];
      evaluate_into(point, f, point);
      EXPECT_EQ(point, values[i]);
    }
  }
  EXPECT_TRUE(evaluate_many(PolyZ{1, 2}, std::vector<Rational>()).empty());
}

TEST(ValuesAtFractions, LimitsAndStops) {
  IntegerGenerator g(941);
  const PolyZ f(g.vector(2000, 3));
  const std::vector<Rational> points(50, Rational(3, 7));
  const ExecutionContext small = ExecutionContext().with_memory_limit(10'000);
  EXPECT_THROW(evaluate_many(f, points, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
  std::stop_source source;
  source.request_stop();
  Rational value(1, 3);
  EXPECT_THROW(evaluate_many(f, points, ExecutionContext().with_stop_token(source.get_token())), Cancelled);
  EXPECT_THROW(evaluate_into(value, f, points[0], ExecutionContext().with_stop_token(source.get_token())), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
