// Rational functions as values, in one variable and in several.
#include <polyfork/poly/multivariate/rational_function.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/text/parse.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

using One = RationalFunction<PolynomialRing<Rationals>>;
using Several = RationalFunction<MultiPolynomialRing<Rationals>>;
using SeveralZ = RationalFunction<MultiPolynomialRing<Integers>>;

One one(const char* numerator, const char* denominator = "1") {
  return {parse_poly<PolyQ>(numerator), parse_poly<PolyQ>(denominator)};
}
const Variables& xy() {
  static const Variables v({"x", "y"});
  return v;
}
Several several(const char* numerator, const char* denominator = "1") {
  return {parse_poly<MultiPolyQ>(numerator, xy()), parse_poly<MultiPolyQ>(denominator, xy())};
}

TEST(RationalFunctions, LowestTermsAndText) {
  EXPECT_EQ(to_string(one("x + 1", "x^2 - 1")), "1/(x - 1)");
  EXPECT_EQ(to_string(one("2*x", "4*x^2 + 2")), "(1/2*x)/(x^2 + 1/2)");  // denominators are monic
  EXPECT_EQ(one("2*x - 2", "2"), one("x - 1"));
  EXPECT_TRUE(one("2*x - 2", "2").is_polynomial());
  EXPECT_EQ(to_string(several("x^2 - y^2", "x*y - y^2")), "(x + y)/y");
  EXPECT_THROW(one("x", "0"), DomainError);
  std::ostringstream out;
  out << several("x", "y");
  EXPECT_EQ(out.str(), "x/y");
  const SeveralZ z(parse_poly<MultiPolyZ>("6*x", xy()), parse_poly<MultiPolyZ>("-4*y", xy()));
  EXPECT_EQ(z.numerator(), parse_poly<MultiPolyZ>("-3*x", xy()));
  EXPECT_EQ(z.denominator(), parse_poly<MultiPolyZ>("2*y", xy()));
}

template <class F>
void expect_field(const F& a, const F& b, const F& c) {
  EXPECT_EQ(a + b, b + a);
  EXPECT_EQ((a + b) * c, a * c + b * c);
  EXPECT_EQ(a - a, 0);
  EXPECT_EQ(a * a.inverse(), 1);
  EXPECT_EQ(a / b * b, a);
  EXPECT_EQ(1 - a, -(a - 1));
  EXPECT_EQ(2 * a, a + a);
  EXPECT_EQ(1 / a, a.inverse());
  EXPECT_EQ(pow(a, 3), a * a * a);
  EXPECT_EQ(pow(a, -2), 1 / (a * a));
  F d = a;
  d += b;
  d -= a;
  d *= c;
  d /= c;
  EXPECT_EQ(d, b);
  EXPECT_THROW(a / (b - b), DomainError);
}

TEST(RationalFunctions, FieldLaws) {
  expect_field(one("x + 1", "x - 2"), one("1/2*x^2", "x^2 + 1"), one("3", "x"));
  expect_field(several("x + y", "x - 2"), several("1/2*x^2", "y^2 + 1"), several("3", "x*y"));
}

TEST(RationalFunctions, DerivativesAndValues) {
  const One f = one("x^2", "x - 1");
  EXPECT_EQ(derivative(f), one("x^2 - 2*x", "(x - 1)^2"));
  EXPECT_EQ(evaluate(f, Rational(3)), Rational(9, 2));
  EXPECT_EQ(f(3), Rational(9, 2));
  EXPECT_THROW(f(1), DomainError);
  const Several g = several("x*y", "x + y");
  EXPECT_EQ(derivative(g, "x"), several("y^2", "(x + y)^2"));
  EXPECT_EQ(derivative(g * 0, "x"), 0);
  EXPECT_EQ(g(1, Rational(1, 2)), Rational(1, 3));
  EXPECT_THROW(g(1, -1), DomainError);
  EXPECT_THROW(g(1), DomainError);
  EXPECT_THROW(derivative(g, "z"), DomainError);
}

TEST(RationalFunctions, DifferentFields) {
  const One f = one("x", "x + 1");
  const One g(parse_poly<PolyQ>("y", Variables({"y"})));
  EXPECT_THROW(f + g, DomainError);
  const One c(PolyQ{Rational(2)});
  EXPECT_EQ(f * c, f + f);
  EXPECT_EQ(c * g, g + g);
  EXPECT_THROW(One(PolyQ{0, 1}, parse_poly<PolyQ>("y", Variables({"y"}))), DomainError);
  using Modular = RationalFunction<PolynomialRing<PrimeField>>;
  const Modular seven(PolyZp(PrimeField(7), {1, 1})), eleven(PolyZp(PrimeField(11), {1, 1}));
  EXPECT_THROW(seven + eleven, ModulusMismatch);
  EXPECT_EQ(seven + 6, Modular(PolyZp(PrimeField(7), {0, 1})));
}

TEST(RationalFunctions, ElementsAndDefaults) {
  const One f = one("x", "x + 1");
  const Rational half(1, 2);
  EXPECT_EQ(f + half, one("3*x + 1", "2*x + 2"));
  EXPECT_EQ(half - f, -(f - half));
  EXPECT_EQ(half / f * f, half);
  One g = f;
  g += half;
  g -= 1;
  g *= half;
  g /= 2;
  EXPECT_EQ(4 * g, f - half);
  EXPECT_EQ(One(), 0);
  EXPECT_EQ(std::vector<One>(2)[1] + f, f);
  EXPECT_EQ(Several() + several("x", "y"), several("x", "y"));
  EXPECT_EQ(several("x", "y") * half, several("x", "2*y"));
}

// Against cross products of random polynomials.
TEST(RationalFunctions, AgreeWithCrossProducts) {
  Random random(41);
  const auto draw = [&] {
    std::vector<Rational> c;
    for (std::uint64_t n = 1 + random.below(4); n != 0; --n) c.emplace_back(std::int64_t(random.below(9)) - 4);
    PolyQ f = PolyQ::from_elements({}, std::move(c));
    return f.is_zero() ? PolyQ{Rational(1)} : f;
  };
  for (int round = 0; round < 50; ++round) {
    const PolyQ a = draw(), b = draw(), c = draw(), d = draw();
    const One sum = One(a, b) + One(c, d), product = One(a, b) * One(c, d);
    EXPECT_EQ(mul(sum.numerator(), mul(b, d)), mul(sum.denominator(), add(mul(a, d), mul(c, b))));
    EXPECT_EQ(mul(product.numerator(), mul(b, d)), mul(product.denominator(), mul(a, c)));
    EXPECT_TRUE(gcd(sum.numerator(), sum.denominator()).is_one());
    EXPECT_TRUE(sum.denominator().is_monic());
  }
}

}  // namespace
}  // namespace polyfork::test
