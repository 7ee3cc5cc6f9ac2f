// Balls hold what is computed of the numbers in them, and little more.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "system/points/ball.hpp"

namespace polyfork::test {
namespace {

using detail::Ball;

/// Of at most so many bits.
Integer ball_number(std::size_t bits, std::mt19937_64& random) {
  Integer a;
  for (std::size_t i = 0; i < bits; i += 64) a = (a << 64) + Integer(random());
  a = a >> (a.bit_length() > bits ? a.bit_length() - bits : 0);
  return random() % 2 == 0 ? a : -a;
}

Ball random_ball(std::mt19937_64& random) {
  const std::size_t bits = random() % 300;
  return {ball_number(bits, random), random() % 4 == 0 ? Integer(0) : abs(ball_number(random() % (bits + 40), random))};
}

/// An end or a number between.
Integer number_in(const Ball& a, std::mt19937_64& random) {
  switch (random() % 3) {
    case 0:
      return a.lower();
    case 1:
      return a.upper();
    default:
      return a.radius.is_zero() ? a.middle
                                : add(a.lower(), floor_div_rem(abs(ball_number(400, random)), a.radius).second);
  }
}

/// Whether the ball holds x 2^-scale.
bool holds(const Ball& a, const Integer& x, std::size_t scale) {
  return (a.lower() << scale) <= x && x <= (a.upper() << scale);
}

TEST(BallProperty, HoldsProducts) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 2000; ++round) {
    const auto scale = static_cast<std::int64_t>(random() % 200);
    const auto bits = static_cast<std::size_t>(scale);
    const Ball a = random_ball(random);
    const Ball b = random_ball(random);
    const Ball product = detail::product(a, b, scale);
    const Integer x = number_in(a, random);
    const Integer y = number_in(b, random);
    EXPECT_TRUE(holds(product, mul(x, y), bits));
    // Not much wider than it must be.
    const Integer exact = add(mul(abs(a.middle), b.radius), mul(a.radius, add(abs(b.middle), b.radius))) >> bits;
    EXPECT_LE(product.radius, add(exact, add(exact >> 24, Integer(3))));
    Ball difference = b;
    detail::subtract_product(difference, a.middle, b, scale);
    EXPECT_TRUE(holds(difference, sub(y << bits, mul(a.middle, y)), bits));
    Ball sum = a;
    const Integer far = ball_number(1 + random() % 200, random);
    detail::add_multiples(sum, b, abs(far), scale);
    EXPECT_TRUE(holds(sum, add(x << bits, mul(y, far)), bits));
  }
}

TEST(BallProperty, HoldsValuesOfPolynomials) {
  std::mt19937_64 random(9);
  constexpr std::int64_t scale = 100;
  for (int round = 0; round < 200; ++round) {
    std::vector<Ball> f(1 + random() % 8);
    std::vector<Integer> chosen;
    for (Ball& c : f) {
      c = {ball_number(120, random), abs(ball_number(random() % 60, random))};
      chosen.push_back(number_in(c, random));
    }
    const Ball x{ball_number(110, random), abs(ball_number(random() % 50, random))};
    const Integer t = number_in(x, random);
    // The value times 2^(scale degree).
    Integer value;
    std::size_t shift = 0;
    for (std::size_t i = f.size(); i-- > 0;) {
      value = add(mul(value, t), chosen[i] << shift);
      if (i > 0) shift += scale;
    }
    EXPECT_TRUE(holds(detail::evaluate(f, x, scale), value, shift));
  }
}

}  // namespace
}  // namespace polyfork::test
