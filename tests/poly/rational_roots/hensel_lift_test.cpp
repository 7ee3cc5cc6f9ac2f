// Lifting beyond words.
#include "poly/rational_roots/hensel_lift.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/text/io.hpp>

namespace polyfork {
namespace {

using namespace detail;

TEST(RationalRootSize, TheShorterSide) {
  const ExecutionContext ctx;
  const RootSize direct = rational_root_size(parse_poly_z("(x - 10^50)*(x^2 - 2)").coefficients(), ctx);
  EXPECT_FALSE(direct.reciprocal);
  EXPECT_GT(direct.bits, 166U);
  PolyZ f = PolyZ::constant(Integer(1));  // leading coefficient 60!, constant coefficient 1
  for (int k = 1; k <= 60; ++k) f = mul(f, PolyZ{Integer(-1), Integer(k)});
  const RootSize reversed = rational_root_size(f.coefficients(), ctx);
  EXPECT_TRUE(reversed.reciprocal);
  EXPECT_LT(reversed.bits, 20U);
}

TEST(LiftUntilFound, DirectAndReciprocal) {
  const ExecutionContext ctx;
  for (const char* text :
       {"(x - 10^50)*(x^2 - 2)", "(10^50*x + 3)*(x^2 - 2)", "(3^400*x - 2^700)*(x + 5^300)*(x^3 - 2)",
        "(x - 10^2000)*(x^5 - x - 1)", "(10^2000*x - 1)*(x^5 - x - 1)"}) {
    const IntegerVector f = parse_poly_z(text).coefficients();
    const auto modular = modular_roots(f, 60, ctx);
    ASSERT_TRUE(modular);
    const RootSize size = rational_root_size(f, ctx);
    const PadicRoots padic = lift_to_word(f, *modular, size.bits, ctx);
    const LiftedCandidates lifted = lift_until_found(f, padic, size, 0, ctx);
    ASSERT_FALSE(lifted.roots.empty()) << text;
    for (const Rational& r : lifted.roots)
      EXPECT_TRUE(evaluate(to_rational(PolyZ(f)), r).is_zero()) << text << " at " << r.to_string();
  }
}

TEST(LiftUntilFound, NothingWhereNothingIs) {
  const ExecutionContext ctx;
  const IntegerVector f = parse_poly_z("(10^30*x^2 - 2)*(x^2 - 3*10^31)*(10^31*x^2 - 6)").coefficients();
  const auto modular = modular_roots(f, 60, ctx);
  ASSERT_TRUE(modular);
  ASSERT_FALSE(modular->simple.empty());
  const RootSize size = rational_root_size(f, ctx);
  const LiftedCandidates lifted = lift_until_found(f, lift_to_word(f, *modular, size.bits, ctx), size, 0, ctx);
  EXPECT_TRUE(lifted.roots.empty());
  EXPECT_TRUE(lifted.all);
}

}  // namespace
}  // namespace polyfork
