// Algebraic numbers as values: construction, order, approximations, digits, hashes, texts.
#include <polyfork/rootiso/algebraic_real.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <unordered_set>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/root_operations.hpp>

#include "algebra_generators.hpp"
#include "cancellation.hpp"

namespace polyfork {
namespace {

PolyZ parse(const char* text) { return parse_poly_z(text); }

AlgebraicReal root(const char* f, std::size_t i) { return real_roots(parse(f)).at(i).value; }

TEST(AlgebraicReal, RationalNumbers) {
  const AlgebraicReal zero;
  EXPECT_TRUE(zero.is_zero());
  EXPECT_EQ(zero.sign(), 0);
  EXPECT_EQ(zero, 0);
  const AlgebraicReal half = Rational("-1/2");
  EXPECT_TRUE(half.is_rational());
  EXPECT_FALSE(half.is_integer());
  EXPECT_EQ(half.sign(), -1);
  EXPECT_EQ(half.rational_value(), Rational("-1/2"));
  EXPECT_EQ(half, Rational("-1/2"));
  EXPECT_EQ(half.polynomial(), parse("2*x + 1"));
  EXPECT_LT(half, 0);
  EXPECT_GT(AlgebraicReal(3), Integer(2));
  EXPECT_LT(2, AlgebraicReal(3));
  EXPECT_EQ(half.floor(), -1);
  EXPECT_EQ(half.ceil(), 0);
  EXPECT_TRUE(half.interval().exact);
  EXPECT_TRUE(half.refine(Rational("1/100")).exact);
  EXPECT_EQ(half.to_decimal(3), "-0.500");
}

TEST(AlgebraicReal, RootsAreSortedWithMultiplicities) {
  const auto roots = real_roots(parse("(x^2-2)^3*(2*x-1)^2*(x^3-5)*x"));
  ASSERT_EQ(roots.size(), 5U);
  const std::vector<std::uint64_t> expected{3, 1, 2, 3, 1};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(roots[i].multiplicity, expected[i]);
  EXPECT_TRUE(std::is_sorted(roots.begin(), roots.end(),
                             [](const RealRoot& a, const RealRoot& b) { return a.value < b.value; }));
  EXPECT_EQ(roots[1].value, 0);
  EXPECT_EQ(roots[2].value, Rational("1/2"));
  // each has the factor of its multiplicity, shared
  EXPECT_EQ(roots[0].value.polynomial(), parse("x^2-2"));
  EXPECT_EQ(roots[3].value.polynomial(), parse("x^2-2"));
  EXPECT_EQ(roots[4].value.polynomial(), parse("x^3-5"));
  EXPECT_EQ(roots[0].value, -roots[3].value);
  EXPECT_EQ(real_roots(parse_poly("x^2/2 - 1")).at(1).value, roots[3].value);
  EXPECT_THROW(real_roots(PolyZ()), DomainError);
  EXPECT_TRUE(real_roots(parse("x^2+1")).empty());
  IsolationOptions options;
  options.interval.emplace(Rational(1), Rational(2));
  EXPECT_EQ(real_roots(parse("(x^2-2)*(x^2-3)"), options).size(), 2U);
}

TEST(AlgebraicReal, FromAnIsolatingInterval) {
  const PolyZ f = parse("(x^2 - 2)^2*(3*x - 1)*(x^2 - 7)");
  const AlgebraicReal r(f, {Rational("7/5"), Rational("10/7"), false, 1});
  EXPECT_EQ(r, root("x^2 - 2", 1));
  EXPECT_EQ(r.polynomial(), parse("x^2 - 2"));  // the factor of its multiplicity
  EXPECT_TRUE(AlgebraicReal(f, {Rational("1/5"), Rational("2/5"), false, 1}).is_rational());
  EXPECT_EQ(AlgebraicReal(f, {Rational("1/3"), Rational("1/3"), true, 1}), Rational("1/3"));
  EXPECT_EQ(AlgebraicReal(parse_poly("x^2/3 - 2/3"), {Rational(0), Rational(3), false, 1}), r);
  EXPECT_THROW(AlgebraicReal(f, {Rational(0), Rational(2), false, 1}), DomainError);
  EXPECT_THROW(AlgebraicReal(f, {Rational(5), Rational(6), false, 1}), DomainError);
  EXPECT_THROW(AlgebraicReal(f, {Rational(2), Rational(1), false, 1}), DomainError);
  EXPECT_THROW(AlgebraicReal(f, {Rational(1), Rational(1), true, 1}), DomainError);
  EXPECT_THROW(AlgebraicReal(PolyZ(), {Rational(0), Rational(1), false, 1}), DomainError);
  // an interval around zero: the sign is known all the same
  const AlgebraicReal tiny(parse("10^40*x^2 - 2"), {Rational(0), Rational(5), false, 1});
  EXPECT_EQ(tiny.sign(), 1);
  EXPECT_GT(tiny, 0);
  const AlgebraicReal below(parse("10^40*x^2 - 2"), {Rational(-5), Rational(0), false, 1});
  EXPECT_EQ(below.sign(), -1);
  EXPECT_EQ(below, -tiny);
  EXPECT_EQ(below.hash(), (-tiny).hash());
  EXPECT_EQ(below.hash(), real_roots(parse("10^40*x^2 - 2"))[0].value.hash());
}

TEST(AlgebraicReal, EqualWhateverThePolynomial) {
  const AlgebraicReal a = root("x^2 - 2", 1);
  const AlgebraicReal b = root("(x^2 - 2)*(x - 5)", 1);
  const AlgebraicReal c = root("(x^2 - 2)*(x^3 - 5*x + 1)", 3);
  const AlgebraicReal d = root("(x^2 - 2)*(x^4 - 1000*x + 7)*(x^3-x-1)", 3);
  const std::vector<AlgebraicReal> all{a, b, c, d};
  for (const AlgebraicReal& x : all) {
    for (const AlgebraicReal& y : all) {
      EXPECT_EQ(x, y);
      EXPECT_TRUE(compare(x, y) == 0);
      EXPECT_EQ(x.hash(), y.hash());
    }
  }
  std::unordered_set<AlgebraicReal> set(all.begin(), all.end());
  EXPECT_EQ(set.size(), 1U);
  EXPECT_FALSE(a == root("x^2 - 3", 1));
  EXPECT_NE(a, Rational("3/2"));
}

TEST(AlgebraicReal, AnswersDoNotDependOnWhatIsKnown) {
  const AlgebraicReal fresh = root("(x^2 - 2)*(x^3 - 5*x + 1)", 3);
  const AlgebraicReal used = root("(x^2 - 2)*(x^3 - 5*x + 1)", 3);
  ASSERT_EQ(used, root("x^2 - 2", 1));
  used.refine(pow(Rational("1/2"), 1000));
  used.to_decimal(200);
  EXPECT_EQ(fresh.polynomial(), used.polynomial());
  EXPECT_EQ(fresh.interval(), used.interval());
  EXPECT_EQ(fresh.to_string(), used.to_string());
  EXPECT_EQ((fresh + root("x^2 - 3", 1)).to_string(), (used + root("x^2 - 3", 1)).to_string());
  for (const char* width : {"1/2", "1/1000", "1/1000000000000000000000000", "1000"}) {
    const RootInterval i = used.refine(Rational(width));
    EXPECT_EQ(fresh.refine(Rational(width)), i);
    EXPECT_LE(i.width(), Rational(width));
    EXPECT_EQ(i, root("x^2 - 2", 1).refine(Rational(width)));  // of the number, whatever its first interval was
    EXPECT_TRUE(i.lower < fresh && fresh < i.upper);
  }
  EXPECT_THROW(fresh.refine(Rational(0)), DomainError);
  EXPECT_THROW(fresh.to_decimal(-1), DomainError);
  // The text is that of the number, however it was made.
  for (const AlgebraicReal& same : {fresh, sqrt(AlgebraicReal(2)), 1 - (1 - root("x^2 - 2", 1))})
    EXPECT_EQ(same.to_string(), "root(x^2 - 2, 1, 2)");
  EXPECT_EQ((3 - root("x^2 - 2", 1)).to_string(), "root(x^2 - 6*x + 7, 1, 2)");
}

TEST(AlgebraicReal, NearRootsAreTold) {
  // sqrt(2) and the root of x^2 - 2 - 2^-k next to it
  const AlgebraicReal a = root("x^2 - 2", 1);
  for (const unsigned k : {10U, 60U, 100U, 1000U, 5000U}) {
    const PolyZ g = numerator_polynomial(PolyQ{Rational(-2) - pow(Rational("1/2"), k), Rational(0), Rational(1)});
    const AlgebraicReal b = real_roots(g)[1].value;
    EXPECT_LT(a, b) << k;
    EXPECT_GT(b, a) << k;
    EXPECT_NE(a, b) << k;
    // and the rational numbers around it
    const RootInterval near = a.refine(pow(Rational("1/2"), k));
    EXPECT_LT(near.lower, a);
    EXPECT_LT(a, near.upper);
    EXPECT_GT(a, near.lower);
  }
  // two roots of one polynomial 2^-100 apart (Mignotte)
  const auto roots = real_roots(parse("x^7 - 2*(10^15*x - 1)^2"));
  for (std::size_t i = 1; i < roots.size(); ++i) EXPECT_LT(roots[i - 1].value, roots[i].value);
}

TEST(AlgebraicReal, SignAt) {
  const AlgebraicReal r = root("x^4 - 10*x^2 + 1", 3);  // sqrt(2) + sqrt(3)
  EXPECT_EQ(sign_at(parse("x^4 - 10*x^2 + 1"), r), 0);
  EXPECT_EQ(sign_at(parse("(x^4 - 10*x^2 + 1)*(x^3-7)"), r), 0);
  EXPECT_EQ(sign_at(parse("x^3 - 9*x"), r), 1);
  EXPECT_EQ(sign_at(parse("x^3 - 11*x"), r), -1);
  EXPECT_EQ(sign_at(parse_poly("x/2 - 157/100"), r), 1);
  EXPECT_EQ(sign_at(parse_poly("t^2/3 - t - 1/7"), r), 1);  // another name for the variable
  EXPECT_EQ(sign_at(PolyZ(), r), 0);
  EXPECT_EQ(sign_at(parse("-4"), r), -1);
  EXPECT_EQ(sign_at(parse("x^2 - 4"), AlgebraicReal(2)), 0);
  EXPECT_EQ(sign_at(parse("3*x - 2"), AlgebraicReal(Rational("1/2"))), -1);
  // huge and tiny arguments
  const AlgebraicReal huge = real_roots(parse("x^2 - 2*10^3000"))[1].value;
  EXPECT_EQ(sign_at(parse("x^5 - x^4 + 1"), huge), 1);
  EXPECT_EQ(sign_at(parse("x^2 - 2*10^3000 - 1"), huge), -1);
  const AlgebraicReal tiny = inverse(huge);
  EXPECT_EQ(sign_at(parse("x^5 - x^4"), tiny), -1);
  EXPECT_EQ(sign_at(parse("2*10^3000*x^2 - 1"), tiny), 0);
  EXPECT_EQ(sign_at(parse("x^2 + x - 1"), tiny), -1);
}

TEST(AlgebraicReal, FloorCeilAndDoubles) {
  const AlgebraicReal r2 = root("x^2 - 2", 1);
  EXPECT_EQ(r2.floor(), 1);
  EXPECT_EQ(r2.ceil(), 2);
  EXPECT_EQ((-r2).floor(), -2);
  EXPECT_EQ((-r2).ceil(), -1);
  EXPECT_EQ((r2 / 1000).floor(), 0);
  EXPECT_EQ((-r2 / 1000).floor(), -1);
  EXPECT_EQ((r2 * pow(Integer(10), 20)).floor(), Integer("141421356237309504880"));
  EXPECT_EQ(r2.to_double(), std::sqrt(2.0));
  EXPECT_EQ((-r2).to_double(), -std::sqrt(2.0));
  for (int n = 2; n < 60; ++n) {
    const AlgebraicReal s = sqrt(AlgebraicReal(n));
    EXPECT_EQ(s.to_double(), std::sqrt(static_cast<double>(n))) << n;  // IEEE's root is correctly rounded
  }
  EXPECT_EQ(AlgebraicReal(Rational("1/3")).to_double(), 1.0 / 3.0);
  EXPECT_EQ(AlgebraicReal(Rational("-2/3")).to_double(), -2.0 / 3.0);
  // ties to even: 2^53 + 1 and 2^53 + 3
  EXPECT_EQ(AlgebraicReal((Integer(1) << 53) + Integer(1)).to_double(), std::ldexp(1.0, 53));
  EXPECT_EQ(AlgebraicReal((Integer(1) << 53) + Integer(3)).to_double(), std::ldexp(1.0, 53) + 4);
}

TEST(AlgebraicReal, DoublesAtTheEndsOfTheirRange) {
  using limits = std::numeric_limits<double>;
  const auto power = [](std::int64_t e) { return Rational::dyadic(1, e); };
  EXPECT_EQ(AlgebraicReal(power(-1074)).to_double(), limits::denorm_min());
  EXPECT_EQ(AlgebraicReal(power(-1075)).to_double(), 0.0);  // tie to even
  EXPECT_EQ(AlgebraicReal(power(-1075) * Rational("4/3")).to_double(), limits::denorm_min());
  EXPECT_EQ(AlgebraicReal(power(-1076) * Rational("4/3")).to_double(), 0.0);
  EXPECT_EQ(AlgebraicReal(power(-5000)).to_double(), 0.0);
  EXPECT_TRUE(std::signbit(AlgebraicReal(-power(-5000)).to_double()));
  const AlgebraicReal r2 = root("x^2 - 2", 1);
  EXPECT_EQ((r2 * power(-1030)).to_double(), std::ldexp(std::sqrt(2.0), -1030));
  EXPECT_EQ((r2 * power(-1075)).to_double(), limits::denorm_min());
  EXPECT_EQ((r2 * power(1023)).to_double(), std::ldexp(std::sqrt(2.0), 1023));
  EXPECT_EQ((r2 * power(1024)).to_double(), limits::infinity());
  EXPECT_EQ((-r2 * power(1024)).to_double(), -limits::infinity());
  EXPECT_EQ(AlgebraicReal(power(1024) - power(970)).to_double(), limits::infinity());
  EXPECT_EQ(AlgebraicReal(power(1024) - power(970) - Rational(1)).to_double(), limits::max());
}

TEST(AlgebraicReal, DecimalsAndText) {
  const AlgebraicReal r2 = root("x^2 - 2", 1);
  EXPECT_EQ(r2.to_decimal(0), "1");
  EXPECT_EQ(r2.to_decimal(30), "1.414213562373095048801688724210");
  EXPECT_EQ((-r2).to_decimal(5), "-1.41421");
  EXPECT_EQ(r2.to_string(), "root(x^2 - 2, 1, 2)");
  std::ostringstream out;
  out << AlgebraicReal(Rational("3/4")) << ' ' << -r2;
  EXPECT_EQ(out.str(), "3/4 root(x^2 - 2, -2, -1)");
  for (const auto& r : real_roots(parse("(7*y - 3)*(y^5 - 3*y + 1)*(y^2 - 10^20 + 1)"))) {
    const AlgebraicReal back = parse_algebraic(r.value.to_string());
    EXPECT_EQ(back, r.value);
    EXPECT_EQ(back.to_string(), r.value.to_string());
  }
  EXPECT_EQ(parse_algebraic(" 3/4\n"), Rational("3/4"));
  EXPECT_EQ(parse_algebraic("root( (x^2-2)*(x-5) , 0, 2 )"), r2);
}

TEST(AlgebraicReal, TextErrorsHavePositions) {
  const auto position = [](const char* text) -> std::pair<std::size_t, std::size_t> {
    try {
      parse_algebraic(text);
    } catch (const ParseError& e) {
      return {e.line(), e.column()};
    }
    return {0, 0};
  };
  EXPECT_EQ(position("root(x^2 - $, 1, 2)"), std::make_pair(std::size_t{1}, std::size_t{12}));
  EXPECT_EQ(position("root(x^2 -\n 2*, 1, 2)"), std::make_pair(std::size_t{2}, std::size_t{4}));
  EXPECT_EQ(position("root(x^2-2, 1, 2) 3"), std::make_pair(std::size_t{1}, std::size_t{19}));
  EXPECT_NE(position("root x"), std::make_pair(std::size_t{0}, std::size_t{0}));
  EXPECT_NE(position("root(x^2-2, 1 2)"), std::make_pair(std::size_t{0}, std::size_t{0}));
  EXPECT_NE(position(""), std::make_pair(std::size_t{0}, std::size_t{0}));
  EXPECT_THROW(parse_algebraic("root(x^2-2, 2, 3)"), DomainError);
}

TEST(AlgebraicReal, StopsAndLimitsAreHeeded) {
  const AlgebraicReal r2 = root("x^2 - 2", 1);
  const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 20);
  EXPECT_THROW(r2.to_decimal(10000000, small), MemoryLimit);
  EXPECT_EQ(r2.to_decimal(3), "1.414");
  const AlgebraicReal a = root("x^7 - 3*x + 1", 0);
  test::expect_cancelled(
      "sum of algebraic numbers",
      [&](const ExecutionContext& ctx) { add(a, real_roots(parse("x^60 - 7*x^3 + x - 5")).back().value, ctx); },
      std::chrono::milliseconds(0));
  test::expect_cancelled(
      "many digits", [&](const ExecutionContext& ctx) { root("x^7 - 3*x + 1", 1).to_decimal(1000000, ctx); },
      std::chrono::milliseconds(20));
}

/// Order, equality, hashes and signs against rational enclosures of 400 bits.
TEST(AlgebraicRealProperty, LawsOfOrder) {
  test::IntegerGenerator g(41);
  std::vector<AlgebraicReal> numbers;
  for (int i = 0; i < 6; ++i) {
    const PolyZ f = test::random_bits(g, 4 + static_cast<std::size_t>(i), 6);
    const PolyZ h = test::random_bits(g, 4, 5);
    for (const PolyZ& p : {f, mul(f, h)})
      for (const auto& r : real_roots(p)) numbers.push_back(r.value);
  }
  numbers.emplace_back(0);
  numbers.emplace_back(Rational("2/3"));
  const Rational width = pow(Rational("1/2"), 400);
  std::vector<RootInterval> near;
  for (const AlgebraicReal& x : numbers) near.push_back(AlgebraicReal(x).refine(width));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      const auto order = numbers[i] <=> numbers[j];
      const bool apart = near[i].upper < near[j].lower || near[j].upper < near[i].lower;
      EXPECT_EQ(apart, order != 0);
      if (apart) {
        EXPECT_EQ(order < 0, near[i].lower < near[j].lower);
      }
      EXPECT_EQ(numbers[i] == numbers[j], order == 0);
      EXPECT_EQ(numbers[j] <=> numbers[i], 0 <=> order);
      if (order == 0) {
        EXPECT_EQ(numbers[i].hash(), numbers[j].hash());
      }
    }
    EXPECT_EQ(numbers[i].sign(), near[i].lower.sign() != 0 ? near[i].lower.sign() : near[i].upper.sign());
    EXPECT_EQ(numbers[i].floor(), near[i].lower.floor());
  }
  std::sort(numbers.begin(), numbers.end());
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
}

TEST(AlgebraicRealProperty, SignsAgreeWithTheReference) {
  test::IntegerGenerator g(42);
  for (int i = 0; i < 12; ++i) {
    const PolyZ f = test::random_bits(g, 7, 8);
    const PolyZ p = test::random_bits(g, 5, 8);
    const PolyZ q = i % 3 == 0 ? mul(p, f) : p;
    const auto isolated = isolate_real_roots(f).roots;
    const auto roots = real_roots(f);
    ASSERT_EQ(isolated.size(), roots.size());
    for (std::size_t k = 0; k < roots.size(); ++k)
      EXPECT_EQ(sign_at(q, roots[k].value), sign_at_root(q, f, isolated[k]));
  }
}

}  // namespace
}  // namespace polyfork
