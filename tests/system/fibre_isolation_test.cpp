// Isolation with coefficients in balls, against exact isolation.
#include "system/points/fibre_isolation.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::Ball;
using detail::DyadicInterval;

constexpr std::int64_t scale = 80;

std::vector<Ball> balls_around(const PolyZ& f) {
  std::vector<Ball> balls;
  for (std::size_t i = 0; i < f.length(); ++i) balls.push_back({f.coefficient(i) << scale, Integer(5)});
  return balls;
}

Rational end_of(const Integer& end, std::int64_t at) { return Rational::dyadic(end, -at); }

TEST(FibreIsolationProperty, FindsWhatExactIsolationFinds) {
  Random r(5);
  const auto& ctx = ExecutionContext::default_context();
  int decided = 0;
  for (int round = 0; round < 150; ++round) {
    const std::size_t degree = 2 + r.below(9);
    const std::uint64_t size = std::uint64_t{1} << (1 + r.below(20));
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i <= degree; ++i)
      coefficients.emplace_back(static_cast<std::int64_t>(r.below(2 * size + 1)) - static_cast<std::int64_t>(size));
    if (coefficients.back().is_zero()) coefficients.back() = Integer(1);
    const PolyZ f{IntegerVector(std::span<const Integer>(coefficients))};
    const auto exact = isolate_real_roots(f).roots;
    const auto roots = detail::isolate_fibre(balls_around(f), scale, ctx);
    if (!roots) continue;
    ++decided;
    ASSERT_EQ(roots->size(), exact.size()) << "round " << round;
    for (const auto& root : *roots) {
      const Rational lower = end_of(root.interval.lower, root.interval.scale);
      const Rational upper = end_of(root.interval.upper, root.interval.scale);
      EXPECT_EQ(count_real_roots(f, std::pair(lower, upper)), 1U);
      EXPECT_EQ(evaluate(to_rational(f), upper).sign(), root.upper_sign);
      const DyadicInterval narrow = detail::narrow_root(balls_around(f), scale, root.interval, root.upper_sign, ctx);
      EXPECT_EQ(count_real_roots(f, std::pair(end_of(narrow.lower, narrow.scale), end_of(narrow.upper, narrow.scale))),
                1U);
    }
  }
  EXPECT_GT(decided, 100);
}

TEST(FibreIsolation, LeavesMultipleRootsOpen) {
  const auto& ctx = ExecutionContext::default_context();
  EXPECT_FALSE(detail::isolate_fibre(balls_around(PolyZ{4, -4, 1}), scale, ctx));  // (x - 2)^2
  EXPECT_FALSE(detail::isolate_fibre(balls_around(PolyZ{0, 0, 1}), scale, ctx));   // x^2
  EXPECT_TRUE(detail::isolate_fibre(balls_around(PolyZ{5, -4, 1}), scale, ctx)->empty());
  // Roots at zero and at dyadic numbers, where intervals are parted.
  EXPECT_EQ(detail::isolate_fibre(balls_around(PolyZ{0, -1, 0, 4}), scale, ctx)->size(), 3U);
  // The leading coefficient may vanish.
  EXPECT_FALSE(
      detail::isolate_fibre({{Integer(1), Integer()}, {Integer(1), Integer()}, {Integer(3), Integer(4)}}, 0, ctx));
}

}  // namespace
}  // namespace polyfork::test
