// All rational roots of a polynomial: found, complete, and divided out.
#include "poly/rational_roots/rational_roots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/primes.hpp>

#include "algebra_generators.hpp"
#include "back_ends.hpp"
#include "rootiso/isolate/preprocess.hpp"

namespace polyfork {
namespace {

using detail::split_rational_roots;

TEST(RationalRoots, AreSplitOff) {
  const PolyZ f = parse_poly_z("(3*x - 1)*(x + 5)*(7*x - 22)*(x^2 - 2)");
  const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
  EXPECT_EQ(roots, (std::vector<Rational>{Rational(-5), Rational("1/3"), Rational("22/7")}));
  EXPECT_EQ(rest, parse_poly_z("x^2 - 2"));
}

TEST(RationalRoots, HugeNumeratorsAndDenominators) {
  const PolyZ f = parse_poly_z("(3^400*x - 2^700)*(x + 5^300)*(x^3 - 2)");
  const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0], Rational(-pow(Integer(5), 300)));
  EXPECT_EQ(roots[1], Rational(pow(Integer(2), 700), pow(Integer(3), 400)));
  EXPECT_EQ(rest.degree(), 3);
}

TEST(RationalRoots, ManyRootsModuloEveryPrimeButNoneRational) {
  // splits into linear factors modulo every prime in sight: x^2 - m for squares m modulo 67, 71, 73
  const PolyZ f = parse_poly_z("(x^2 - 2)*(x^2 - 3)*(x^2 - 6)");
  const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
  EXPECT_TRUE(roots.empty());
  EXPECT_EQ(rest, f);
}

TEST(ThreadsRationalRoots, Wilkinson) {
  const PolyZ f = make_family(Family::wilkinson, 70);  // roots beyond the smallest prime tried
  for (const auto& ctx : test::contexts()) {
    const auto [roots, rest] = split_rational_roots(f, ctx);
    ASSERT_EQ(roots.size(), 70U);
    for (std::size_t i = 0; i < 70; ++i) EXPECT_EQ(roots[i], Rational(i + 1));
    EXPECT_TRUE(rest.is_constant());
  }
}

TEST(RationalRoots, OfALinearPolynomial) {
  for (const char* text : {"x - 1", "-x + 1", "-7*x - 22", "3^400*x - 2^700"}) {
    const PolyZ f = parse_poly_z(text);
    const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
    EXPECT_EQ(roots, (std::vector<Rational>{Rational(-f.trailing_coefficient(), f.leading_coefficient())}));
    EXPECT_EQ(rest, PolyZ::constant(Integer(f.leading_coefficient().sign())));
  }
}

TEST(RationalRoots, NegativeLeadingCoefficientAndVariable) {
  const PolyZ f = parse_poly_z("-(3*t - 1)*(t + 5)*(t^2 - 2)");
  const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
  EXPECT_EQ(roots, (std::vector<Rational>{Rational(-5), Rational("1/3")}));
  EXPECT_EQ(rest, parse_poly_z("2 - t^2"));
  EXPECT_EQ(rest.variable(), "t");
}

/// Splits f = product of linear factors with these roots times the cofactor, which has none, on all kinds of contexts.
void expect_split(std::vector<Rational> planted, const PolyZ& cofactor, const std::string& what) {
  std::sort(planted.begin(), planted.end());
  std::vector<PolyZ> factors{cofactor};
  for (const Rational& r : planted) factors.push_back(PolyZ{-r.numerator(), r.denominator()});
  const PolyZ f = product(std::span<const PolyZ>(factors));
  const PolyZ other =
      f.leading_coefficient().sign() == cofactor.leading_coefficient().sign() ? cofactor : scale(cofactor, Integer(-1));
  for (const int threads : {1, 2, 4}) {
    const auto [roots, rest] = split_rational_roots(f, ExecutionContext().with_threads(threads));
    EXPECT_EQ(roots, planted) << what;
    EXPECT_EQ(rest, other) << what;
  }
}

/// Different numbers drawn by `draw`, not zero.
template <class Draw>
std::vector<Rational> different(std::size_t count, const Draw& draw) {
  std::set<Rational> values;
  for (std::size_t tries = 0; values.size() < count && tries < 20 * count; ++tries)
    if (Rational r = draw(); !r.is_zero()) values.insert(std::move(r));
  return {values.begin(), values.end()};
}

TEST(RationalRootsProperty, PlantedRootsOfManyShapes) {
  test::IntegerGenerator g(105);
  const auto integer = [&](std::size_t bits) {
    Integer a = g.uniform(bits);
    if (g.random().below(2) != 0) a.negate();
    return a;
  };
  // Eisenstein's criterion: no rational roots.
  const std::vector<std::string> cofactors = {"1",
                                              "x^2 - 2",
                                              "x^7 - 10*x - 5",
                                              "2^200*x^3 - 3^100",
                                              "x^3 - 3*10^300",
                                              "x^150 - 6*x^77 + 12*x - 3",
                                              "(x^2 - 2)*(x^2 - 3)*(x^2 - 6)"};
  for (const std::string& text : cofactors) {
    const PolyZ cofactor = parse_poly_z(text);
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{25}, std::size_t{90}}) {
      const std::string what = text + " and " + std::to_string(count);
      expect_split(different(count, [&] { return Rational(integer(8)); }), cofactor, what + " small integers");
      expect_split(different(count, [&] { return Rational(integer(30), g.uniform(30) + Integer(1)); }), cofactor,
                   what + " fractions");
      expect_split(different(count, [&] { return Rational(integer(170)); }), cofactor, what + " huge integers");
      expect_split(different(count, [&] { return Rational(integer(3), g.uniform(170) + Integer(1)); }), cofactor,
                   what + " tiny fractions");
      expect_split(different(count, [&] { return Rational(integer(5), Integer(1) << g.random().below(60)); }), cofactor,
                   what + " dyadic numbers");
      const std::size_t most = count > 25 ? 200 : 600;
      expect_split(different(count,
                             [&] {
                               return Rational(integer(g.random().below(most)),
                                               g.uniform(g.random().below(most)) + Integer(1));
                             }),
                   cofactor, what + " of all sizes");
    }
  }
}

TEST(RationalRootsProperty, RandomCofactors) {
  test::IntegerGenerator g(106);
  for (int round = 0; round < 20; ++round) {
    const PolyZ h = make_family(Family::random, 20 + 10 * static_cast<std::size_t>(round),
                                {.bits = 1 + 30 * static_cast<std::size_t>(round), .seed = g.random().next()});
    auto [few, cofactor] = split_rational_roots(primitive_part(h), ExecutionContext::default_context());
    for (const Rational& r : few) EXPECT_TRUE(evaluate(to_rational(h), r).is_zero());
    expect_split(different(static_cast<std::size_t>(round), [&] { return g.rational(1); }), cofactor,
                 "random cofactor");
  }
}

TEST(RationalRoots, ThatCoincideModuloManyPrimes) {
  // Differences divisible by all primes from 60 to 1000, and to 100.
  Integer primes = 1;
  for (std::uint64_t p = 61; p < 1000; p = next_prime(p)) primes *= Integer(p);
  std::vector<Rational> roots;
  for (int i = 0; i < 12; ++i) roots.emplace_back(primes * Integer(i) + Integer(1));
  expect_split(roots, parse_poly_z("x^3 - 2"), "progression");
  roots.clear();
  for (int i = 1; i < 12; ++i)
    roots.emplace_back(Integer(i), Integer(61 * 67 * 71) * Integer(73 * 79 * 83) + Integer(i));
  expect_split(roots, parse_poly_z("x^3 - 2"), "fractions");
}

TEST(RationalRoots, WhereSmallPrimesDivideTheEnds) {
  Integer primes = 1;
  for (std::uint64_t p = 61; p < 3000; p = next_prime(p)) primes *= Integer(p);
  expect_split({Rational(primes), Rational(1)}, parse_poly_z("x^3 - 2"), "constant coefficient");
  expect_split({Rational(Integer(5), primes), Rational(1)}, parse_poly_z("x^3 - 2"), "leading coefficient");
  expect_split({Rational(Integer(5), primes), Rational(primes)}, parse_poly_z("x^3 - 2"), "both");
}

TEST(RationalRoots, ScaledAndShiftedWilkinson) {
  const PolyZ w = make_family(Family::wilkinson, 150);
  const auto [thirds, rest] =
      split_rational_roots(shift_roots(w, Rational("1/3")), ExecutionContext::default_context());
  ASSERT_EQ(thirds.size(), 150U);
  EXPECT_TRUE(rest.is_constant());
  for (std::size_t i = 0; i < 150; ++i) EXPECT_EQ(thirds[i], Rational(i + 1) + Rational("1/3"));

  const Integer large = pow(Integer(10), 50);
  std::vector<Rational> roots;
  for (int i = 1; i <= 60; ++i) roots.emplace_back(Integer(i) * large, Integer(7));
  expect_split(roots, PolyZ::constant(Integer(1)), "large steps");
  roots.clear();
  for (int i = -60; i <= 60; i += 2) roots.emplace_back(Integer(2 * i + 1), large);
  expect_split(roots, parse_poly_z("x^2 + x + 1"), "small steps");
}

TEST(RationalRoots, NoneInFamiliesWithoutThem) {
  for (const Family family :
       {Family::chebyshev, Family::legendre, Family::laguerre, Family::hermite, Family::exp, Family::mignotte}) {
    for (const std::size_t degree : {std::size_t{6}, std::size_t{100}, std::size_t{101}, std::size_t{300}}) {
      PolyZ f = make_family(family, degree);
      if (f.coefficients()[0].is_zero()) f = shift_right(f, 1);
      f = primitive_part(f);
      const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
      EXPECT_TRUE(roots.empty()) << family_name(family) << ' ' << degree;
      EXPECT_EQ(rest, f);
    }
  }
}

TEST(RationalRoots, ManyIrrationalRootsModuloEveryPrime) {
  // Half of the quadratic factors split modulo any prime, and the leading coefficient is huge.
  std::vector<PolyZ> factors;
  for (int k = 2; k < 60; ++k) factors.push_back(PolyZ{Integer(-(k * k + 1)), Integer(0), Integer(k * k)});
  const PolyZ f = product(std::span<const PolyZ>(factors));
  const auto [roots, rest] = split_rational_roots(f, ExecutionContext::default_context());
  EXPECT_TRUE(roots.empty());
  EXPECT_EQ(rest, f);
}

TEST(Preprocess, MultiplicitiesOfRationalRoots) {
  const PolyZ f = parse_poly_z("x^3*(2*x - 1)^2*(x - 4)*(x + 7)^3*(x^2 - 2)^2*(x^3 - 5)");
  IsolationStats stats;
  const auto p = detail::preprocess(f, stats, ExecutionContext::default_context());
  ASSERT_EQ(p.rational_roots.size(), 4U);
  EXPECT_EQ(p.rational_roots[0].value, Rational(-7));
  EXPECT_EQ(p.rational_roots[0].multiplicity, 3U);
  EXPECT_EQ(p.rational_roots[1].value, Rational(0));
  EXPECT_EQ(p.rational_roots[1].multiplicity, 3U);
  EXPECT_EQ(p.rational_roots[2].value, Rational("1/2"));
  EXPECT_EQ(p.rational_roots[2].multiplicity, 2U);
  EXPECT_EQ(p.rational_roots[3].value, Rational(4));
  EXPECT_EQ(p.rational_roots[3].multiplicity, 1U);
  EXPECT_EQ(p.factors.size(), 2U);
}

}  // namespace
}  // namespace polyfork
