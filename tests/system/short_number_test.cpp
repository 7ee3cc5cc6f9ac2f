// Short rational numbers in narrow intervals.
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include "system/points/coordinate_source.hpp"
#include "system/points/dyadic_interval.hpp"

namespace polyfork::test {
namespace {

using detail::DyadicInterval;

/// Of at most so many bits, with any sign.
Integer random_number(std::size_t bits, std::mt19937_64& random) {
  Integer a = (Integer(random()) << 64) + Integer(random());
  a = a >> (a.bit_length() > bits ? a.bit_length() - bits : 0);
  return random() % 2 == 0 ? a : -a;
}

// Words and long numbers have algorithms of their own.
TEST(ShortNumberProperty, IsTheSameForWordsAndLongNumbers) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  std::mt19937_64 random(7);
  std::size_t found = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t bits = 1 + random() % 64;
    const Integer q = abs(random_number(1 + random() % (bits + 1), random)) + Integer(1);
    const Rational value(random_number(1 + random() % (bits + 2), random), q);
    // A short number, another one, or one beside it.
    const std::int64_t scale = 3 * 65 + static_cast<std::int64_t>(random() % 100);
    DyadicInterval x = detail::enclose(value, value, scale);
    const std::int64_t off = static_cast<std::int64_t>(random() % 3) - 1;
    x.lower += Integer(off);
    x.upper += Integer(off + static_cast<std::int64_t>(random() % 2));
    if (x.contains_zero()) continue;
    const auto by_words = detail::short_number_in(x, bits, ctx);
    auto expected = detail::short_number_in(x, 65, ctx);
    if (expected && !detail::is_short(*expected, bits)) expected.reset();
    EXPECT_EQ(by_words, expected) << value.to_string() << ' ' << bits << ' ' << scale;
    if (by_words) ++found;
  }
  EXPECT_GT(found, 500U);
}

TEST(ShortNumber, IsFoundAtTheEndsOfItsRange) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  const Integer most = (Integer(1) << 64) - Integer(1);
  for (const Rational& value : {Rational(most, most - Integer(1)), Rational(Integer(1), most), Rational(most),
                                -Rational(most, Integer(7)), Rational(1, 3), Rational(0)}) {
    EXPECT_EQ(detail::short_number_in(detail::enclose(value, value, 200), 64, ctx), value) << value.to_string();
    EXPECT_EQ(detail::short_number_in(detail::enclose(value, value, 500), 64, ctx), value) << value.to_string();
  }
  const Rational tall(Integer(1) << 64);
  EXPECT_EQ(detail::short_number_in(detail::enclose(tall, tall, 200), 64, ctx), std::nullopt);
}

}  // namespace
}  // namespace polyfork::test
