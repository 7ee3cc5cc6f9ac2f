// Roots of Q(x^h) from those of Q.
#include "rootiso/isolate/deflation.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/isolate/preprocess.hpp"

namespace polyfork {
namespace {

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

detail::Preprocessed preprocess(const char* text) {
  IsolationStats stats;
  return detail::preprocess(parse_poly_z(text), stats, ctx());
}

TEST(Deflation, FindsTheLargestPower) {
  EXPECT_EQ(detail::deflation_power(parse_poly_z("x^12 - 3*x^8 + 1").coefficients(), ctx()), 4U);
  EXPECT_EQ(detail::deflation_power(parse_poly_z("x^12 - 3*x^7 + 1").coefficients(), ctx()), 1U);
  EXPECT_EQ(detail::deflation_power(parse_poly_z("7").coefficients(), ctx()), 1U);
  const PolyZ f = parse_poly_z("x^12 - 3*x^8 + 1");
  const PolyZ q = detail::deflate(f, 4, ctx());
  EXPECT_EQ(q, parse_poly_z("x^3 - 3*x^2 + 1"));
  EXPECT_EQ(detail::inflate(q, 4, ctx()), f);
}

TEST(Deflation, RationalPowerRoots) {
  EXPECT_EQ(detail::rational_power_root(Rational("9/16"), 2), Rational("3/4"));
  EXPECT_EQ(detail::rational_power_root(Rational("-8/27"), 3), Rational("-2/3"));
  EXPECT_FALSE(detail::rational_power_root(Rational("9/15"), 2).has_value());
  EXPECT_FALSE(detail::rational_power_root(Rational("2"), 2).has_value());
}

TEST(Deflation, RootsOfThePowerAreSortedOut) {
  // in y = x^2: 4 and 9/4 are squares, 2 is none, -1 has no real root, y^2 - 5 is irrational
  const auto pre = preprocess("(x^2-4)^3*(4*x^2-9)*(x^2-2)*(x^2+1)*(x^4-5)");
  EXPECT_EQ(pre.power, 2U);
  ASSERT_EQ(pre.rational_roots.size(), 4U);
  EXPECT_EQ(pre.rational_roots[0].value, Rational(-2));
  EXPECT_EQ(pre.rational_roots[0].multiplicity, 3U);
  EXPECT_EQ(pre.deflated_points, std::vector<Rational>{Rational(2)});
  EXPECT_EQ(pre.deflated_factors.product(), parse_poly_z("x^2 - 5"));
  EXPECT_EQ(pre.factors.product(), parse_poly_z("(x^2-2)*(x^2+1)*(x^4-5)"));
  // for odd powers every rational root counts: 8, -1/27 and 3
  const auto odd = preprocess("(x^3-8)*(27*x^3+1)*(x^3-3)");
  EXPECT_EQ(odd.power, 3U);
  EXPECT_EQ(odd.rational_roots.size(), 2U);
  EXPECT_EQ(odd.factors.product(), parse_poly_z("(x^2+2*x+4)*(9*x^2-3*x+1)*(x^3-3)"));
}

TEST(Deflation, BinomialsOfLargeDegree) {
  const auto roots = isolate_real_roots(parse_poly_z("x^6400 - 3")).roots;
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[1].lower, Rational(1));
  EXPECT_EQ(roots[1].upper, Rational(2));
  EXPECT_EQ(isolate_real_roots(parse_poly_z("x^6401 + 3")).roots.size(), 1U);
  EXPECT_EQ(isolate_real_roots(parse_poly_z("x^6400 - 1")).roots.size(), 2U);
  // roots that differ in the last bits only: x^400 in (2 - 2^-90, 2 + 2^-90)
  const auto close = isolate_real_roots(parse_poly_z("2^180*(x^400-2)^2 - 2")).roots;
  EXPECT_EQ(close.size(), 4U);
}

}  // namespace
}  // namespace polyfork
