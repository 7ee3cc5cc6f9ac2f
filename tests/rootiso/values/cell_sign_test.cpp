// Signs of polynomials on balls: what is claimed holds at all points, and small balls away from the roots are decided.
#include "rootiso/values/cell_sign.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
namespace {

using detail::DyadicBall;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

Rational lower_end(const DyadicBall& ball) { return Rational::dyadic(ball.middle - ball.radius, -ball.level); }
Rational upper_end(const DyadicBall& ball) { return Rational::dyadic(ball.middle + ball.radius, -ball.level); }

TEST(BallAround, ContainsTheIntervalAndIsHardlyLarger) {
  test::IntegerGenerator g(61);
  for (int i = 0; i < 300; ++i) {
    const auto k = static_cast<std::int64_t>(i % 200) - 40;
    const Rational lower = Rational::dyadic(g.draw(1 + i % 3), -k);
    const Rational width = Rational::dyadic(abs(g.draw(1 + i % 2)), -k - i % 70);
    const DyadicBall ball = detail::ball_around(lower, lower + width);
    EXPECT_LE(lower_end(ball), lower);
    EXPECT_GE(upper_end(ball), lower + width);
    EXPECT_LE(upper_end(ball) - lower_end(ball), width * Rational("33/32"));
    EXPECT_LE(ball.radius.bit_length(), 9U);
  }
  const DyadicBall point = detail::ball_around(Rational(3), Rational(3));
  EXPECT_TRUE(point.radius.is_zero());
  EXPECT_EQ(lower_end(point), Rational(3));
}

TEST(SignOnBallProperty, HoldsOnTheWholeBall) {
  test::IntegerGenerator g(62);
  std::size_t decided = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Integer> c(2 + static_cast<std::size_t>(round) % 9);
    for (Integer& x : c) x = round % 3 == 0 && g.draw(1).sign() < 0 ? Integer(0) : g.draw(1) >> (round % 50);
    c.back() = 1 + abs(c.back());
    const PolyZ f = PolyZ::from_elements({}, c);
    const Rational lower = Rational::dyadic(g.draw(1), -62);
    const Rational upper = lower + Rational::dyadic(1, -round % 30);
    const int sign = detail::sign_on_ball(f.coefficients(), detail::ball_around(lower, upper), ctx());
    if (sign == 0) continue;
    ++decided;
    for (int i = 0; i <= 16; ++i) {
      const Rational x = lower + (upper - lower) * Rational(i, 16);
      EXPECT_EQ(detail::sign_at_rational(f.coefficients(), x, ctx()), sign);
    }
  }
  EXPECT_GT(decided, 100U);
}

TEST(SignOnBall, DecidesNearRootsWhenTheBallIsSmallEnough) {
  const PolyZ f = parse_poly_z("(x^2 - 2)*(10^30*x^2 - 2*10^30 - 1)*x^7");
  const Rational x = Rational("14142135623730950488016887242097/10000000000000000000000000000000");
  const int sign = detail::sign_at_rational(f.coefficients(), x, ctx());
  int found = 0;
  for (std::int64_t k = 8; found == 0 && k < 1024; k *= 2) {
    const Rational lower = Rational::dyadic((x * Rational::dyadic(1, k)).floor(), -k);
    found = detail::sign_on_ball(f.coefficients(), detail::ball_around(lower, lower + Rational::dyadic(1, -k)), ctx());
  }
  EXPECT_EQ(found, sign);
  // Around zero, with many coefficients that vanish.
  const PolyZ h = parse_poly_z("x^400 + x^200 + 5");
  EXPECT_EQ(detail::sign_on_ball(h.coefficients(),
                                 detail::ball_around(Rational::dyadic(-1, -300), Rational::dyadic(1, -300)), ctx()),
            1);
}

}  // namespace
}  // namespace polyfork
