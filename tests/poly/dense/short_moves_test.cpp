// Opposites, derivatives and shifts by powers of x of short polynomials, coefficient by coefficient.
#include "poly/dense/short_moves.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// Around one and two stripes, around the words that a derivative's factor fills, and rows that are too long.
PolyZ draw(IntegerGenerator& g, int round) {
  constexpr std::size_t lengths[] = {1, 2, 3, 4, 5, 8, 9, 16, 63, 64, 65, 66, 127, 128, 129, 200};
  const std::size_t n = lengths[g.random().below(std::size(lengths))];
  const std::size_t limbs = 1 + g.random().below(round % 50 == 0 ? 70 : 5);
  std::vector<Integer> c;
  for (std::size_t i = 0; i < n; ++i) {
    switch (round % 3) {
      case 0:
        c.push_back(g.edge());
        break;
      case 1:
        c.push_back(g.uniform(64 * limbs - g.random().below(9)));
        break;
      default:
        c.push_back(g.draw(limbs));
    }
    if (g.random().below(2) == 0) c.back().negate();
  }
  return PolyZ::from_elements({}, std::move(c));
}

PolyZ from(std::vector<Integer> c) { return PolyZ::from_elements({}, std::move(c)); }

TEST(ShortMovesProperty, CoefficientByCoefficient) {
  IntegerGenerator g(0x5e1);
  PolyZ out;
  for (int round = 0; round < 6000; ++round) {
    const PolyZ a = draw(g, round);
    const std::size_t k = g.random().below(round % 7 == 0 ? 80 : 5);
    const std::vector<Integer> c = a.elements();
    const auto check = [&](const char* what, const PolyZ& expected, const auto& ours) {
      ours(out, a);
      ASSERT_EQ(out, expected) << what << " " << round;
      PolyZ in_place = a;
      ours(in_place, in_place);
      ASSERT_EQ(in_place, expected) << what << " in place " << round;
      // Rows are padded with zeros.
      for (std::size_t i = 0; i < out.length(); ++i)
        for (std::size_t j = out.coefficients()[i].limbs().size(); j < out.coefficients().stride(i / 64); ++j)
          ASSERT_EQ(out.coefficients().row(i)[j], 0U) << what << " " << round;
    };
    std::vector<Integer> opposite = c;
    for (Integer& x : opposite) x.negate();
    check("neg", from(opposite), [](PolyZ& r, const PolyZ& f) { neg_into(r, f); });
    std::vector<Integer> slope;
    for (std::size_t i = 1; i < c.size(); ++i) slope.push_back(c[i] * Integer(i));
    check("derivative", from(slope), [](PolyZ& r, const PolyZ& f) { derivative_into(r, f); });
    std::vector<Integer> higher(a.is_zero() ? 0 : k);
    higher.insert(higher.end(), c.begin(), c.end());
    check("shift_left", from(higher), [k](PolyZ& r, const PolyZ& f) { shift_left_into(r, f, k); });
    ASSERT_EQ(shift_left(a, k), out);
    std::vector<Integer> lower;
    for (std::size_t i = k; i < c.size(); ++i) lower.push_back(c[i]);
    check("shift_right", from(lower), [k](PolyZ& r, const PolyZ& f) { shift_right_into(r, f, k); });
    ASSERT_EQ(shift_right(a, k), out);
    ASSERT_TRUE(a == a);
    ASSERT_TRUE(a == PolyZ(a));
  }
}

/// Differences leave rows that are longer than any coefficient.
TEST(ShortMoves, RowsThatAreTooLong) {
  const Integer high = Integer(1) << 200;
  const PolyZ a = PolyZ({1, 2, 3}) + scale(PolyZ{1, 1, 1}, high);
  PolyZ difference;
  sub_into(difference, a, scale(PolyZ{1, 1, 1}, high));
  PolyZ out;
  derivative_into(out, difference);
  EXPECT_EQ(out, (PolyZ{2, 6}));
  shift_left_into(out, difference, 2);
  EXPECT_EQ(out, (PolyZ{0, 0, 1, 2, 3}));
  shift_right_into(out, difference, 1);
  EXPECT_EQ(out, (PolyZ{2, 3}));
  neg_into(out, difference);
  EXPECT_EQ(out, (PolyZ{-1, -2, -3}));
}

TEST(ShortMoves, LimitsAndStops) {
  const PolyZ a = PolyZ::from_elements({}, std::vector<Integer>(64, Integer(1) << 3000));
  const ExecutionContext small = ExecutionContext().with_memory_limit(2000);
  PolyZ out;
  EXPECT_THROW(neg_into(out, a, small), MemoryLimit);
  EXPECT_THROW(derivative_into(out, a, small), MemoryLimit);
  EXPECT_THROW(shift_left_into(out, a, 1, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
  std::stop_source source;
  source.request_stop();
  const ExecutionContext stopped = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_THROW(neg_into(out, a, stopped), Cancelled);
  EXPECT_THROW(derivative_into(out, a, stopped), Cancelled);
  EXPECT_THROW(shift_left_into(out, a, 1, stopped), Cancelled);
  EXPECT_THROW(shift_right_into(out, a, 1, stopped), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
