// Local models against exact rational arithmetic: every bound that they state, and how near to it the truth comes.
#include "rootiso/local/local_model.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
namespace {

using detail::LocalModel;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

Integer value_of(const detail::FixedRows& rows, std::size_t i) {
  Integer v;
  for (std::size_t j = rows.limbs(); j-- > 0;) v = (v << 64) + Integer(rows.row(i)[j]);
  if (rows.is_negative(i)) v -= Integer(1) << (64 * rows.limbs());
  return v;
}

/// The coefficients of f(centre + radius t).
std::vector<Rational> exact_model(const PolyZ& f, const Rational& centre, const Rational& radius) {
  std::vector<Rational> a;
  for (std::size_t i = 0; i < f.length(); ++i) a.emplace_back(Integer(f.coefficients()[i]));
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    for (std::size_t j = a.size() - 1; j-- > i;) a[j] += a[j + 1] * centre;
  Rational power(1);
  for (Rational& x : a) {
    x *= power;
    power *= radius;
  }
  return a;
}

/// How much of a bound the truth uses, times 1000.
struct Use {
  std::uint64_t error;
  std::uint64_t tail;
};

/// Checks the model's statements.
Use check(const PolyZ& f, const LocalModel& m, const Rational& centre, const Rational& radius) {
  const std::vector<Rational> exact = exact_model(f, centre, radius);
  const Rational unit = Rational::dyadic(1, m.exponent);
  const auto ulps = [&](std::uint64_t n) { return Rational(Integer(n)) * unit; };
  // What the rows' errors cannot explain is the cut-off part.
  Rational worst(0);
  Rational tail(0);
  Rational slope(0);
  for (std::size_t i = 0; i < std::max(exact.size(), m.rows()); ++i) {
    Rational off = i < exact.size() ? exact[i] : Rational(0);
    if (i < m.rows()) {
      off = abs(off - Rational(value_of(m.q, i)) * unit);
      worst = std::max(worst, std::min(off, ulps(m.error)));
      off -= ulps(m.error);
    }
    off = std::max(i < m.rows() ? off : abs(off), Rational(0));
    tail += off;
    slope += off * Rational(Integer(i));
  }
  EXPECT_LE(tail, ulps(m.tail)) << m.rows() << " rows";
  EXPECT_LE(slope, ulps(m.slope_tail)) << m.rows() << " rows";
  return {
      static_cast<std::uint64_t>((worst * Rational(Integer(1000)) / ulps(m.error)).floor().to_int64()),
      m.tail == 0 ? 0 : static_cast<std::uint64_t>((tail * Rational(Integer(1000)) / ulps(m.tail)).floor().to_int64())};
}

TEST(LocalModelProperty, EveryBoundHolds) {
  test::Random random(501);
  Use nearest{0, 0};
  for (int round = 0; round < 400; ++round) {
    const PolyZ f = test::draw_dense(random, 1 + random.below(24), 1 + static_cast<unsigned>(random.below(80)));
    const std::int64_t j = static_cast<std::int64_t>(random.below(7)) - 3;
    const bool negative = random.below(2) == 1;
    // With many guard bits, what truncation may cost is limited by the words that the tails are kept in.
    const bool fine = random.below(4) == 0;
    const std::size_t guard = fine ? 100 + random.below(400) : 8 + random.below(40);
    const detail::ModelPrecision precision{guard, guard / 2};
    const std::int64_t exponent =
        static_cast<std::int64_t>(random.below(60)) - 40 - static_cast<std::int64_t>(fine ? random.below(guard) : 0);
    LocalModel m = detail::annulus_model({f.coefficients(), ctx()}, j, negative, exponent, precision, ctx());
    Rational radius = Rational::dyadic(1, j - 1);
    Rational centre = (negative ? Rational(-3) : Rational(3)) * radius;
    for (int step = 0; step < 6; ++step) {
      const Use use = check(f, m, centre, radius);
      nearest = {std::max(nearest.error, use.error), std::max(nearest.tail, use.tail)};
      if (HasFailure()) {
        FAIL() << "round " << round << " step " << step << " guard " << guard;
      }
      const std::size_t levels = 1 + random.below(4);
      // the first, the last, or any part: errors grow most at the ends
      const std::uint64_t parts = std::uint64_t{1} << levels;
      const std::uint64_t first = random.below(3) == 0 ? 0 : (random.below(2) == 0 ? parts - 1 : random.below(parts));
      m = detail::submodel(m, levels, first, precision, ctx());
      const Rational a(Integer(2 * static_cast<std::int64_t>(first) + 1 - static_cast<std::int64_t>(parts)));
      radius *= Rational(Integer(1), Integer(parts));
      centre += a * radius;
    }
  }
  // The truth comes near to the bound: a bound that is much too wide costs precision.
  EXPECT_GE(nearest.error, 500U);
  EXPECT_GE(nearest.tail, 500U);
}

TEST(LocalModelProperty, BoundsHoldFarDown) {
  test::Random random(505);
  for (int round = 0; round < 200; ++round) {
    const PolyZ f = test::draw_dense(random, 1 + random.below(12), 1 + static_cast<unsigned>(random.below(80)));
    const std::size_t guard = 40 + random.below(600);
    const detail::ModelPrecision precision{guard, guard / 2};
    LocalModel m =
        detail::annulus_model({f.coefficients(), ctx()}, 0, false, -static_cast<std::int64_t>(guard), precision, ctx());
    Rational radius = Rational::dyadic(1, -1);
    Rational centre(3, 2);
    for (int step = 0; step < 3; ++step) {
      const auto log_radius = static_cast<unsigned>(random.below(4));
      const std::size_t levels = detail::deep_levels + log_radius + random.below(step == 0 ? 1200 : 60);
      const Integer whole = Integer(1) << levels;
      Integer a = test::draw_signed(random, static_cast<unsigned>(levels));
      if (random.below(3) == 0) a = random.below(2) == 0 ? whole : -whole;
      m = detail::deep_submodel(m, levels, a, log_radius, precision, ctx());
      centre += Rational(a, whole) * radius;
      radius *= Rational(Integer(1) << log_radius, whole);
      check(f, m, centre, radius);
      if (HasFailure()) FAIL() << "round " << round << " step " << step << " guard " << guard << " levels " << levels;
    }
  }
}

TEST(LocalModelProperty, TheSizesAreThoseOfTheValues) {
  test::Random random(503);
  for (int round = 0; round < 300; ++round) {
    const PolyZ f = test::draw_dense(random, 1 + random.below(60), 1 + static_cast<unsigned>(random.below(200)));
    const std::int64_t exponent = -static_cast<std::int64_t>(random.below(200));
    const LocalModel m = detail::annulus_model({f.coefficients(), ctx()}, 0, false, exponent, {300, 200}, ctx());
    for (int t = -1; t <= 1; ++t) {
      Integer value;
      Integer slope;
      for (std::size_t i = m.rows(); i-- > 0;) {
        slope = slope * Integer(t) + value;
        value = value * Integer(t) + value_of(m.q, i);
      }
      const std::size_t slope_bits = slope.bit_length();
      const auto rows_bits = static_cast<std::size_t>(std::bit_width(f.length()));
      const std::size_t size = std::max(value.bit_length(), slope_bits - std::min(slope_bits, rows_bits));
      const std::size_t got = m.sizes[static_cast<std::size_t>(t + 1)];
      EXPECT_LE(std::max(size, got) - std::min(size, got), 2U);
    }
  }
}

TEST(LocalModelProperty, BoundsHoldOnTrimmedHalves) {
  // x^150 grows by 2^87 from the lower half of (1, 2) to the upper one: that half is trimmed before it is shifted.
  test::Random random(504);
  for (int round = 0; round < 12; ++round) {
    std::vector<Integer> c(150);
    for (int i = 0; i < 8; ++i) c.push_back(test::draw_signed(random, 40));
    c.emplace_back(1);
    const PolyZ f(IntegerVector{std::span<const Integer>(c)});
    const detail::ModelPrecision precision{40, 12};
    LocalModel m = detail::annulus_model({f.coefficients(), ctx()}, 0, false, 0, precision, ctx());
    Rational radius = Rational::dyadic(1, -1);
    Rational centre(3, 2);
    check(f, m, centre, radius);
    m = detail::submodel(m, 1, 1, precision, ctx());
    radius *= Rational(1, 2);
    centre += radius;
    check(f, m, centre, radius);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(LocalModel, AnErrorGrowsAsStated) {
  // All coefficients off by the whole error in the direction that adds up: f = q + error (1 + t + ... + t^n).
  for (const std::size_t n : {1U, 5U, 40U, 64U}) {
    for (const std::size_t levels : {1U, 2U, 5U}) {
      LocalModel m;
      m.q = detail::FixedRows(n + 1, 2, ctx());
      m.q.row(0)[0] = std::uint64_t{1} << 40;
      m.error = 1000;
      const std::uint64_t last = (std::uint64_t{1} << levels) - 1;
      const LocalModel part = detail::submodel(m, levels, last, {60, 20}, ctx());
      ASSERT_EQ(part.exponent, 0);
      // exactly: error sum_j C(j, 0) (a / 2^levels)^j, a / 2^levels = 1 - 2^-levels
      const Rational t = Rational(1) - Rational::dyadic(1, -static_cast<std::int64_t>(levels));
      Rational sum(0);
      Rational power(1);
      for (std::size_t i = 0; i <= n; ++i) {
        sum += power;
        power *= t;
      }
      EXPECT_GE(Rational(Integer(part.error)), sum * Rational(1000));
      EXPECT_LE(part.error, 1000 * (last + 1) + 1);
      // Rows that are cut off take their errors with them.
      std::vector<Integer> f(n + 1, Integer(1000));
      f[0] += Integer(1) << 40;
      check(PolyZ(IntegerVector{std::span<const Integer>(f)}), part, t,
            Rational::dyadic(1, -static_cast<std::int64_t>(levels)));
    }
  }
}

TEST(LocalModel, NoiseIsThatOfAllRows) {
  LocalModel m;
  m.q = detail::FixedRows(3, 1, ctx());
  m.error = 5;
  m.tail = 7;
  EXPECT_EQ(m.noise(), 3U * 5U + 7U);
  m.error = UINT64_MAX / 2;
  EXPECT_EQ(m.noise(), UINT64_MAX);
}

TEST(LocalModel, WhatHasSaturatedStaysSo) {
  LocalModel m;
  m.q = detail::FixedRows(3, 2, ctx());
  m.q.row(0)[1] = 1;
  m.error = 1;
  m.slope_tail = UINT64_MAX;
  m.tail = UINT64_MAX;
  for (std::uint64_t first : {0U, 1U}) {
    const LocalModel part = detail::submodel(m, 1, first, {16, 8}, ctx());
    EXPECT_EQ(part.tail, UINT64_MAX);
    EXPECT_EQ(part.slope_tail, UINT64_MAX);
  }
  EXPECT_EQ(detail::bound_scaled_up(UINT64_MAX - 1, 3), std::uint64_t{1} << 61);
}

TEST(FixedPointProperty, RowsAgainstIntegers) {
  test::Random random(502);
  for (int round = 0; round < 2000; ++round) {
    const Integer a = test::draw_signed(random, static_cast<unsigned>(random.below(200)));
    const auto place = static_cast<std::int64_t>(random.below(160)) - 80;
    const Rational scaled = Rational(a) * Rational::dyadic(1, place);
    detail::FixedRows rows(2, 6, ctx());
    detail::fixed_from_integer(a, place, rows.row(0), 6);
    const Integer floor = scaled.floor();
    ASSERT_EQ(value_of(rows, 0), floor);
    const Integer magnitude = floor.sign() < 0 ? -floor - Integer(1) : floor;
    EXPECT_EQ(detail::fixed_bits(rows.row(0), 6), magnitude.bit_length());
    const std::size_t drop = random.below(200);
    detail::fixed_floor_shift(rows.row(0), 6, drop, rows.row(1), 6);
    EXPECT_EQ(value_of(rows, 1), floor >> drop);
    if (magnitude.bit_length() <= drop + 62) {
      EXPECT_EQ(Integer(detail::fixed_word(rows.row(0), 6, drop)), floor >> drop);
      const Rational exact = abs(Rational(floor)) * Rational::dyadic(1, -static_cast<std::int64_t>(drop));
      const Rational bound(Integer(detail::fixed_magnitude(rows.row(0), 6, drop)));
      EXPECT_LE(exact, bound);
      EXPECT_LT(bound, exact + Rational(2));
    }
  }
}

}  // namespace
}  // namespace polyfork
