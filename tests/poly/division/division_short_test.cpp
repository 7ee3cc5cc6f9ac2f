// Exact division of short polynomials in words against products and the other algorithms, which any tuning asks for.
#include "poly/division/division_short.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"
#include "poly/division/division_unit_lead.hpp"

namespace polyfork::test {
namespace {

using detail::divide_short;
using detail::Divisibility;

PolyZ draw(IntegerGenerator& g, std::size_t length, unsigned bits) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) {
    const Integer x = g.random().below(4) == 0 ? Integer(0) : g.uniform(bits);
    c.push_back(g.random().below(2) == 0 ? x : -x);
  }
  if (c.back().is_zero()) c.back() = -1;
  return PolyZ(IntegerVector{std::span<const Integer>(c)});
}

TEST(DivisionShortProperty, EqualsTheOtherAlgorithms) {
  IntegerGenerator g(733);
  const ExecutionContext planned = ExecutionContext().with_tuning(Tuning::parse("poly.shift.horner_length=21"));
  int decided = 0;
  for (int round = 0; round < 20000; ++round) {
    const PolyZ b =
        draw(g, 1 + g.random().below(round % 10 == 0 ? 30 : 6), 1 + static_cast<unsigned>(g.random().below(64)));
    PolyZ a = b * draw(g, 1 + g.random().below(8), 1 + static_cast<unsigned>(g.random().below(64)));
    if (round % 3 == 0) a += draw(g, 1 + g.random().below(3), 3);
    if (a.is_zero()) continue;
    const auto expected = try_exact_div(a, b, planned);
    ASSERT_EQ(try_exact_div(a, b), expected) << a << ", " << b;
    if (a.length() < b.length()) continue;
    IntegerVector quotient;
    const Divisibility found = divide_short(&quotient, a.coefficients(), b.coefficients(), ExecutionContext());
    if (found == Divisibility::undecided) continue;
    ++decided;
    ASSERT_EQ(found == Divisibility::divides, expected.has_value());
    if (expected) {
      ASSERT_EQ(PolyZ(quotient), *expected);
    }
  }
  EXPECT_GT(decided, 10000);
}

/// Quotients whose coefficients grow with every step, with operands in the place of results.
TEST(DivisionShortProperty, ByUnitLeads) {
  IntegerGenerator g(734);
  const ExecutionContext planned = ExecutionContext().with_tuning(Tuning::parse("poly.shift.horner_length=21"));
  int decided = 0;
  for (int round = 0; round < 20000; ++round) {
    PolyZ b = draw(g, 1 + g.random().below(8), 1 + static_cast<unsigned>(g.random().below(64)));
    b.set_coefficient(b.length() - 1, Integer(round % 2 == 0 ? 1 : -1));
    const PolyZ a = draw(g, b.length() + g.random().below(10), 1 + static_cast<unsigned>(g.random().below(260)));
    if (a.length() < b.length()) continue;
    const auto [quotient, remainder] = div_rem(a, b, planned);
    IntegerVector q = round % 3 == 0 ? b.coefficients() : IntegerVector();
    IntegerVector r = round % 5 == 0 ? a.coefficients() : IntegerVector();
    if (!detail::div_rem_by_unit_lead(q, r, a.coefficients(), b.coefficients(), ExecutionContext())) continue;
    ++decided;
    ASSERT_EQ(PolyZ(q), quotient) << a << ", " << b;
    ASSERT_EQ(PolyZ(r), remainder) << a << ", " << b;
    IntegerVector dividend = a.coefficients(), divisor = b.coefficients();
    ASSERT_TRUE(detail::div_rem_by_unit_lead(divisor, dividend, dividend, divisor, ExecutionContext()));
    ASSERT_EQ(PolyZ(divisor), quotient);
    ASSERT_EQ(PolyZ(dividend), remainder);
  }
  EXPECT_GT(decided, 5000);
}

/// The longest values of 254 bits, and one bit more, which is refused.
TEST(DivisionShort, LongestByUnitLeads) {
  for (const unsigned bits : {61U, 62U, 123U, 124U, 125U}) {
    const Integer x = (Integer(1) << bits) - Integer(1);
    const Integer y = (Integer(1) << 63) - Integer(1);
    for (const int sign : {1, -1}) {
      const PolyZ a{x, -x, x, x};
      const PolyZ b{y, Integer(sign) * y, Integer(-1)};
      IntegerVector q, r;
      const bool done = detail::div_rem_by_unit_lead(q, r, a.coefficients(), b.coefficients(), ExecutionContext());
      EXPECT_EQ(done, bits + 2 * 64 <= 254) << bits;
      const auto [quotient, remainder] = div_rem(a, b);
      EXPECT_EQ(quotient * b + remainder, a);
      if (!done) continue;
      EXPECT_EQ(PolyZ(q), quotient);
      EXPECT_EQ(PolyZ(r), remainder);
    }
  }
}

/// Coefficients at the edges of words and pairs of words.
TEST(DivisionShort, Edges) {
  for (const unsigned bits : {61U, 62U, 63U, 64U, 65U})
    for (const unsigned more : {61U, 62U, 63U, 64U, 65U}) {
      const Integer x = (Integer(1) << bits) - Integer(1);
      const Integer y = (Integer(1) << more) - Integer(1);
      const PolyZ b{x, -x, x};
      const PolyZ q{-y, y, y};
      EXPECT_EQ(exact_div(b * q, b), q) << bits << ' ' << more;
      EXPECT_EQ(exact_div(b * q, q), b);
      EXPECT_FALSE(try_exact_div(b * q + PolyZ{1}, b));
      EXPECT_FALSE(try_exact_div(PolyZ{1, 1, 1, 3}, b));
    }
}

}  // namespace
}  // namespace polyfork::test
