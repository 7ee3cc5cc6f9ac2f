// Short divisions, which choose between words, columns, one packed integer and halves by their shapes, against
// products, which tell quotient and remainder, and against division by a plan.
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>

#include "cancellation.hpp"
#include "integer_generators.hpp"
#include "poly/division/division_columns.hpp"
#include "poly/division/division_integers.hpp"

namespace polyfork::test {
namespace {

/// Coefficients of at most so many bits, some zero; the last one is not.
PolyZ draw_signed(IntegerGenerator& g, std::size_t length, std::size_t bits) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) {
    const Integer x = g.random().below(5) == 0 ? Integer(0) : g.uniform(bits);
    c.push_back(g.random().below(2) == 0 ? x : -x);
  }
  if (c.back().is_zero()) c.back() = 1;
  return PolyZ::from_elements({}, std::move(c));
}

/// Any tuning asks for plans.
ExecutionContext planned() { return ExecutionContext().with_tuning(Tuning::parse("poly.shift.horner_length=21")); }

constexpr std::size_t lengths[] = {1, 2, 3, 11, 12, 13, 23, 24, 25, 31, 32, 33, 48, 63, 64, 65, 100, 128, 129};
constexpr std::size_t bits[] = {1, 10, 31, 62, 63, 64, 65, 127, 128, 200, 256, 500, 1100, 4200};

template <std::size_t n>
std::size_t any(const std::size_t (&values)[n], IntegerGenerator& g) {
  return values[g.random().below(n)];
}

TEST(DivisionColumnsProperty, ExactQuotients) {
  IntegerGenerator g(1201);
  const ExecutionContext by_plan = planned();
  for (int round = 0; round < 1500; ++round) {
    const PolyZ b = draw_signed(g, any(lengths, g), any(bits, g));
    const PolyZ q = draw_signed(g, any(lengths, g), any(bits, g));
    const PolyZ a = b * q;
    PolyZ out = a;
    exact_div_into(out, out, b);  // into the dividend
    ASSERT_EQ(out, q) << round;
    out = b;
    exact_div_into(out, a, out);  // into the divisor
    ASSERT_EQ(out, q) << round;
    ASSERT_TRUE(detail::divides(b.coefficients(), a.coefficients(), ExecutionContext()));
    const PolyZ inexact = a + draw_signed(g, 1 + g.random().below(b.length()), 1 + g.random().below(70));
    if (inexact.length() < b.length()) continue;
    const auto expected = try_exact_div(inexact, b, by_plan);
    ASSERT_EQ(try_exact_div(inexact, b), expected) << round;
    ASSERT_EQ(detail::divides(b.coefficients(), inexact.coefficients(), ExecutionContext()), expected.has_value());
  }
}

TEST(DivisionColumnsProperty, QuotientsAndRemainders) {
  IntegerGenerator g(1202);
  for (int round = 0; round < 1500; ++round) {
    PolyZ b = draw_signed(g, any(lengths, g), any(bits, g));
    if (round % 3 != 0) b.set_coefficient(b.length(), round % 3 == 1 ? 1 : -1);
    const PolyZ q = draw_signed(g, any(lengths, g), any(bits, g));
    const PolyZ r = b.length() > 1 ? draw_signed(g, 1 + g.random().below(b.length() - 1), any(bits, g)) : PolyZ{};
    const PolyZ a = b * q + r;
    PolyZ quotient;
    PolyZ rest;
    div_rem_into(quotient, rest, a, b);
    ASSERT_EQ(quotient, q) << round;
    ASSERT_EQ(rest, r) << round;
    quotient = a;
    rest = b;
    div_rem_into(quotient, rest, quotient, rest);
    ASSERT_EQ(quotient, q) << round;
    ASSERT_EQ(rest, r) << round;
    quotient = b;
    rest = a;
    div_rem_into(quotient, rest, rest, quotient);
    ASSERT_EQ(quotient, q) << round;
    ASSERT_EQ(rest, r) << round;
  }
}

/// Quotients whose coefficients grow with every step.
TEST(DivisionColumns, GrowingQuotients) {
  IntegerGenerator g(1203);
  for (const std::size_t n : {5, 24, 25, 40, 63})
    for (const std::size_t size : {1, 30, 64, 300, 1000}) {
      PolyZ b = draw_signed(g, n, size);
      b.set_coefficient(n, 1);
      const PolyZ a = draw_signed(g, 2 * n, size);
      const auto found = div_rem(a, b);
      EXPECT_EQ(found.quotient * b + found.remainder, a);
      EXPECT_LT(found.remainder.degree(), b.degree());
      const auto expected = div_rem(a, b, planned());
      EXPECT_EQ(found.quotient, expected.quotient);
      EXPECT_EQ(found.remainder, expected.remainder);
      EXPECT_EQ(try_exact_div(a, b).has_value(), expected.remainder.is_zero());
    }
}

/// Quotients of scaled dividends, whose coefficients are all many times as long as the divisor's: columns or halves.
TEST(DivisionColumns, PseudoQuotients) {
  IntegerGenerator g(1205);
  for (const std::size_t n : {2, 24, 25, 40, 60})
    for (const std::size_t size : {3, 30, 64, 200}) {
      const PolyZ b = draw_signed(g, n, size);
      const PolyZ a = draw_signed(g, 2 * n, size);
      const auto found = pseudo_div_rem(a, b);
      EXPECT_EQ(found.quotient * b + found.remainder, a * found.multiplier);
      EXPECT_EQ(found.multiplier, pow(b.leading_coefficient(), a.length() - b.length() + 1));
      EXPECT_LT(found.remainder.degree(), b.degree());
      EXPECT_EQ(found.remainder, pseudo_div_rem(a, b, planned()).remainder);
    }
}

/// Every shape is divided by columns here, whatever is fastest.
TEST(DivisionColumnsProperty, EqualProducts) {
  IntegerGenerator g(1204);
  const ExecutionContext ctx;
  for (int round = 0; round < 500; ++round) {
    const PolyZ b = draw_signed(g, 1 + g.random().below(40), any(bits, g));
    const PolyZ q = draw_signed(g, 1 + g.random().below(40), any(bits, g));
    const PolyZ r = b.length() > 1 ? draw_signed(g, b.length() - 1, any(bits, g)) : PolyZ{};
    const PolyZ a = b * q + r;
    detail::DivisionColumns columns(a.coefficients(), b.coefficients(), ctx);
    ASSERT_TRUE(columns.find_quotient(q.length(), SIZE_MAX));
    columns.find_remainder();
    IntegerVector quotient;
    IntegerVector rest;
    columns.write_quotient(quotient);
    columns.write_remainder(rest);
    ASSERT_EQ(PolyZ(quotient), q);
    ASSERT_EQ(PolyZ(rest), r);
    const std::size_t longest = q.coefficients().max_bits();
    EXPECT_TRUE(detail::DivisionColumns(a.coefficients(), b.coefficients(), ctx).find_quotient(q.length(), longest));
    EXPECT_FALSE(
        detail::DivisionColumns(a.coefficients(), b.coefficients(), ctx).find_quotient(q.length(), longest - 1));
  }
}

/// Under a limit the same quotients are found by a plan, or refused.
TEST(DivisionColumns, UnderAMemoryLimit) {
  IntegerGenerator g(1205);
  const PolyZ b = draw_signed(g, 30, 300);
  const PolyZ q = draw_signed(g, 30, 300);
  const PolyZ a = b * q;
  bool refused = false;
  bool found = false;
  for (std::size_t limit = 1 << 8; limit <= std::size_t{1} << 20; limit *= 2) {
    try {
      ASSERT_EQ(exact_div(a, b, ExecutionContext().with_memory_limit(limit)), q);
      found = true;
    } catch (const MemoryLimit&) {
      EXPECT_FALSE(found);
      refused = true;
    }
  }
  EXPECT_TRUE(refused);
  EXPECT_TRUE(found);
}

/// Gcds of coefficients at the edges of words, of longer ones, and into operands.
TEST(GcdIntoProperty, LongerCoefficients) {
  IntegerGenerator g(1206);
  for (int round = 0; round < 400; ++round) {
    const PolyZ common = draw_signed(g, 1 + g.random().below(round % 10 == 0 ? 70 : 12), any(bits, g) / 2 + 1);
    const PolyZ a = common * draw_signed(g, 1 + g.random().below(12), any(bits, g) / 2 + 1);
    const PolyZ b = common * draw_signed(g, 1 + g.random().below(12), any(bits, g) / 2 + 1);
    PolyZ out;
    gcd_into(out, a, b);
    ASSERT_TRUE(try_exact_div(out, common).has_value());
    ASSERT_GT(out.leading_coefficient(), Integer(0));
    const PolyZ left = exact_div(a, out);
    const PolyZ right = exact_div(b, out);
    ASSERT_EQ(gcd(left, right), PolyZ{1});
    PolyZ same = a;
    gcd_into(same, same, b);
    ASSERT_EQ(same, out);
    same = b;
    gcd_into(same, a, same);
    ASSERT_EQ(same, out);
    ASSERT_EQ(gcd(a, b, planned()), out);
  }
}

}  // namespace
}  // namespace polyfork::test
