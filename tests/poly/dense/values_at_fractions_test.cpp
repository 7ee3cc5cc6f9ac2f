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

/// Around pairs of words, rows on the stack and blocks; points whose denominators share factors with the leading
/// coefficient, powers of two and their inverses, values zero.
TEST(ValuesAtFractionsProperty, AroundEveryCutOff) {
  IntegerGenerator g(942);
  for (int round = 0; round < 6000; ++round) {
    const std::size_t n = 1 + g.random().below(round % 30 == 0 ? 150 : round % 3 == 0 ? 20 : 5);
    std::vector<Integer> c;
    const std::size_t bits = 1 + g.random().below(round % 5 == 0 ? 300 : 70);
    for (std::size_t i = 0; i < n; ++i) {
      c.push_back(round % 4 == 0 ? g.edge() : g.uniform(bits));
      if (g.random().below(2) == 0) c.back().negate();
    }
    Integer q = g.uniform(1 + g.random().below(round % 7 == 0 ? 130 : 63)) + 1;
    if (round % 3 == 0) q = Integer(1) << g.random().below(round % 2 == 0 ? 4 : 90);
    Integer p = round % 5 == 0 ? Integer(1) << g.random().below(40) : g.draw(1 + g.random().below(2));
    if (round % 11 == 0) p = 1;
    if (g.random().below(2) == 0) p.negate();
    if (round % 2 == 0) c.back() *= round % 4 == 0 ? q : Integer(6);
    const Rational x(p, q);
    PolyZ f = PolyZ::from_elements({}, std::move(c));
    if (round % 13 == 0) f = mul(f, PolyZ::from_elements({}, {-x.numerator(), x.denominator()}));
    Rational value(5, 7);
    evaluate_into(value, f, x);
    const Rational expected = horner(f, x);
    ASSERT_EQ(value, expected) << f << " at " << x;
    ASSERT_EQ(value.denominator().sign(), 1);
    Rational point = x;
    evaluate_into(point, f, point);
    ASSERT_EQ(point, expected) << f << " at " << x;
    ASSERT_EQ(evaluate(f, x.numerator()), horner(f, Rational(x.numerator())).numerator());
  }
}

/// Terms that carry through everything above, and cancel.
TEST(ValuesAtFractions, PowersOfTwo) {
  for (const std::size_t n : {2U, 9U, 70U, 200U})
    for (const std::size_t bits : {1U, 63U, 64U, 65U, 300U})
      for (const std::size_t shift : {0U, 1U, 2U, 63U, 64U, 65U})
        for (const int sign : {1, -1})
          for (const int kind : {0, 1, 2}) {
            std::vector<Integer> c;
            for (std::size_t i = 0; i < n; ++i) {
              c.push_back(i % 3 == 2 && kind == 1 ? Integer(1) : (Integer(1) << bits) - 1);
              if (kind == 2 && i % 2 != 0) c.back().negate();
            }
            const PolyZ f = PolyZ::from_elements({}, std::move(c));
            const Rational x(Integer(sign) << shift);
            Integer value;
            evaluate_into(value, f, x.numerator());
            ASSERT_EQ(Rational(value), horner(f, x)) << n << " " << bits << " " << x;
            ASSERT_EQ(evaluate(f, x.inverse()), horner(f, x.inverse())) << n << " " << bits << " " << x;
          }
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
