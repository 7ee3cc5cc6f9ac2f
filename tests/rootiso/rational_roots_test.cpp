#include "rootiso/rational_roots.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/families.hpp>
#include <polyfork/poly/io.hpp>

#include "back_ends.hpp"

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

}  // namespace
}  // namespace polyfork
