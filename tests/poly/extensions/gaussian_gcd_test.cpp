// Gcds over Q(i) by images against Euclid's algorithm, and multiplicities.
#include <gtest/gtest.h>

#include <vector>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "poly/extensions/gaussian_gcd.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using GaussianPoly = DensePoly<GaussianRationals>;

GaussianPoly random_gaussian(IntegerGenerator& g, std::size_t length) {
  std::vector<GaussianRational> c;
  for (std::size_t k = 0; k < length; ++k) c.push_back(SmallGaussian::sample(g));
  return GaussianPoly::from_elements(GaussianRationals{}, std::move(c));
}

TEST(GaussianGcd, Edges) {
  const ExecutionContext ctx;
  const GaussianPoly zero;
  const GaussianPoly f = parse_poly<GaussianPoly>("2*x^2 + 2");
  EXPECT_TRUE(detail::gaussian_gcd(zero, zero, ctx).is_zero());
  EXPECT_EQ(detail::gaussian_gcd(zero, f, ctx), parse_poly<GaussianPoly>("x^2 + 1"));
  EXPECT_EQ(detail::gaussian_gcd(f, zero, ctx), parse_poly<GaussianPoly>("x^2 + 1"));
  EXPECT_EQ(detail::gaussian_gcd(f, parse_poly<GaussianPoly>("7*i"), ctx), parse_poly<GaussianPoly>("1"));
  EXPECT_EQ(detail::gaussian_gcd(f, parse_poly<GaussianPoly>("3*x^2 + 3*i*x"), ctx), parse_poly<GaussianPoly>("x + i"));
}

TEST(GaussianGcdProperty, AsByEuclid) {
  IntegerGenerator g(816);
  const ExecutionContext ctx;
  for (int round = 0; round < 200; ++round) {
    const GaussianPoly common = random_gaussian(g, 1 + g.random().below(4));
    const GaussianPoly a = mul(common, random_gaussian(g, 1 + g.random().below(5)));
    const GaussianPoly b = mul(common, random_gaussian(g, 1 + g.random().below(5)));
    EXPECT_EQ(detail::gaussian_gcd(a, b, ctx), gcd(a, b)) << a << " and " << b;
  }
}

TEST(GaussianGcd, LongLeadingCoefficients) {
  const Integer huge = pow(Integer(10), 900) + Integer(7);
  const ExecutionContext ctx;
  const GaussianPoly common =
      GaussianPoly::from_elements(GaussianRationals{}, {GaussianRational(3, 1), GaussianRational(Rational(huge), 5)});
  const GaussianPoly a = mul(common, parse_poly<GaussianPoly>("x^3 + i*x + 2"));
  const GaussianPoly b = mul(pow(common, 2), parse_poly<GaussianPoly>("5*x - 3*i"));
  EXPECT_EQ(detail::gaussian_gcd(a, b, ctx), make_monic(common));
}

TEST(GaussianGcd, PowersOfLongFactors) {
  // Euclid's algorithm takes minutes for these.
  const Integer huge = pow(Integer(7), 700) + Integer(2);
  const GaussianPoly a = GaussianPoly::from_elements(
      GaussianRationals{}, {GaussianRational(2, 3), GaussianRational(0, 1), GaussianRational(Rational(huge))});
  const GaussianPoly b = parse_poly<GaussianPoly>("x^3 - i*x + 7");
  const auto factors = factor(mul(pow(a, 9), pow(b, 7))).factors;
  ASSERT_EQ(factors.size(), 2U);
  EXPECT_EQ(factors[0].polynomial, make_monic(a));
  EXPECT_EQ(factors[0].multiplicity, 9U);
  EXPECT_EQ(factors[1].polynomial, b);
  EXPECT_EQ(factors[1].multiplicity, 7U);
}

}  // namespace
}  // namespace polyfork::test
