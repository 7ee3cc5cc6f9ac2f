// Enclosures of values in fixed point against exact values.
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "system/points/fixed_polynomial.hpp"
#include "system/points/upper_bound.hpp"

namespace polyfork::test {
namespace {

using detail::DyadicInterval;
using detail::FixedPolynomial;
using detail::UpperBound;

Integer signed_random(std::size_t bits, std::mt19937_64& random) {
  Integer a;
  for (std::size_t i = 0; i < bits; i += 64) a = (a << 64) + Integer(random());
  a = a >> (a.bit_length() > bits ? a.bit_length() - bits : 0);
  return random() % 2 == 0 ? a : -a;
}

/// The value at c 2^-scale times 2^(scale degree).
Integer scaled_value(const PolyZ& f, const Integer& c, std::size_t scale) {
  Integer value;
  Integer power(1);
  for (std::size_t i = f.length(); i-- > 0;) {
    value = add(mul(value, c), mul(Integer(f.coefficients()[i]), power));
    power = power << scale;
  }
  return value;
}

TEST(FixedPolynomialProperty, EnclosesValuesCloselyOnAllOfAnInterval) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::size_t limbs = 1 + random() % 6;
    const auto scale = 64 * limbs;
    const std::size_t length = 1 + random() % 40;
    const std::size_t bits = 1 + random() % 300;
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i < length; ++i)
      coefficients.push_back(random() % 4 == 0 ? Integer(0) : signed_random(1 + random() % bits, random));
    const PolyZ f{IntegerVector(std::span<const Integer>(coefficients))};
    if (f.is_zero()) continue;
    const auto drop = static_cast<std::int64_t>(random() % 200);
    // Roots from far below to far above 1, now and then zero, with as many digits as the values or fewer.
    const std::size_t root_scale = 64 * (1 + random() % limbs);
    const Integer middle = round % 17 == 0 ? Integer(0) : signed_random(1 + random() % (root_scale + 8), random);
    const Integer radius = round % 3 == 0 ? Integer(0) : abs(signed_random(1 + random() % root_scale, random));
    const DyadicInterval x{sub(middle, radius), add(middle, radius), static_cast<std::int64_t>(root_scale)};
    const DyadicInterval value = FixedPolynomial(f, limbs, drop).values_on(x);
    ASSERT_EQ(value.scale, static_cast<std::int64_t>(scale));
    // Both sides times 2^(scale (degree + 1) + drop).
    const auto degree = static_cast<std::size_t>(f.degree());
    const auto raised = [&](const Integer& end) { return end << (scale * degree + static_cast<std::size_t>(drop)); };
    for (const Integer& end : {x.lower, middle, x.upper}) {
      const Integer at = end << (scale - root_scale);
      const Integer exact = scaled_value(f, at, scale) << scale;
      EXPECT_LE(raised(value.lower), exact);
      EXPECT_GE(raised(value.upper), exact);
    }
    // The width is that of the slope, where the interval is narrow.
    if (!radius.is_zero() && 2 * radius.bit_length() + 64 < root_scale && middle.bit_length() <= root_scale) {
      const Integer lower = scaled_value(f, x.lower << (scale - root_scale), scale) << scale;
      const Integer upper = scaled_value(f, x.upper << (scale - root_scale), scale) << scale;
      const Integer grown = raised(sub(value.upper, value.lower));
      EXPECT_LE(grown, add(mul(abs(sub(upper, lower)), Integer(4)), raised(Integer(1000) << 64)));
    }
    // At a point near 1 only roundings are left, three units for each step.
    if (radius.is_zero() && middle.bit_length() <= root_scale) {
      EXPECT_LE(sub(value.upper, value.lower), Integer(8 * (degree + 2)));
    }
  }
}

TEST(UpperBoundProperty, IsAboveByLittle) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 2000; ++round) {
    const Integer a = abs(signed_random(1 + random() % 200, random));
    const Integer b = abs(signed_random(1 + random() % 200, random));
    const auto is_close = [](const Integer& bound, const Integer& exact) {
      return bound >= exact && sub(bound, exact) <= (exact >> 28) + Integer(1);
    };
    const UpperBound x{IntegerView(a)};
    const UpperBound y{IntegerView(b)};
    EXPECT_TRUE(is_close(x.ceil(), a));
    EXPECT_TRUE(is_close((x * y).ceil(), mul(a, b)));
    EXPECT_TRUE(is_close((x + y).ceil(), add(a, b)));
    const std::size_t bits = random() % 100;
    const Integer far = a << bits;
    EXPECT_TRUE(is_close((x.shifted(static_cast<std::int64_t>(bits)) + y).ceil(), add(far, b)));
    const UpperBound short_one = UpperBound(1 + random() % 7).shifted(static_cast<std::int64_t>(bits));
    EXPECT_TRUE(is_close((short_one + y).ceil(), add(short_one.ceil(), b)));
  }
}

}  // namespace
}  // namespace polyfork::test
