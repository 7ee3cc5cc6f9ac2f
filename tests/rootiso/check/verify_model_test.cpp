// The checker's bounds against exact rational arithmetic: models, signs, annuli, words.
#include "rootiso/check/verify_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <polyfork/poly/text/io.hpp>

#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/check/verify_annuli.hpp"
#include "rootiso/check/verify_sign.hpp"
#include "rootiso/check/verify_words.hpp"
#include "sturm.hpp"

namespace polyfork {
namespace {

using detail::ProvedModel;

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

Rational value_at(const std::vector<Rational>& a, const Rational& t) {
  Rational v(0);
  for (std::size_t i = a.size(); i-- > 0;) v = v * t + a[i];
  return v;
}

std::vector<Rational> derivative(const std::vector<Rational>& a) {
  std::vector<Rational> d;
  for (std::size_t i = 1; i < a.size(); ++i) d.push_back(a[i] * Rational(Integer(i)));
  return d;
}

/// At many points, what the model says of f and f', `exact` being f(centre + radius t).
void check_bounds(const std::vector<Rational>& exact, const ProvedModel& m) {
  const Rational unit = Rational::dyadic(1, m.exponent);
  std::vector<Rational> off(std::max(exact.size(), m.rows()), Rational(0));
  std::copy(exact.begin(), exact.end(), off.begin());
  for (std::size_t i = 0; i < m.rows(); ++i) off[i] -= Rational(value_of(m.q, i)) * unit;
  const std::vector<Rational> slope = derivative(off);
  Rational power(1);
  for (int k = -8; k <= 8; ++k) {
    const Rational t(Integer(k), Integer(8));
    // rows error + tail, with the powers of |t|
    Rational rows(0);
    Rational slopes(0);
    power = Rational(1);
    for (std::size_t i = 0; i < m.rows(); ++i) {
      rows += power;
      if (i + 1 < m.rows()) slopes += power * Rational(Integer(i + 1));
      power *= abs(t);
    }
    EXPECT_LE(abs(value_at(off, t)), (rows * Rational(Integer(m.error)) + Rational(Integer(m.tail))) * unit);
    EXPECT_LE(abs(value_at(slope, t)), (slopes * Rational(Integer(m.error)) + Rational(Integer(m.slope_tail))) * unit);
  }
}

/// All that is proved by the model.
void check(const PolyZ& f, const ProvedModel& m, const Rational& centre, const Rational& radius) {
  const std::vector<Rational> exact = exact_model(f, centre, radius);
  check_bounds(exact, m);
  if (detail::constant_outweighs(m)) {
    EXPECT_EQ(test::SturmSequence(f).count_closed(centre - radius, centre + radius), 0U);
  }
  if (m.rows() > detail::most_word_rows) return;
  const test::SturmSequence roots(f);
  if (detail::excluded_in_words(m)) {
    EXPECT_EQ(roots.count_closed(centre - radius, centre + radius), 0U);
  }
  int lower = 0;
  int upper = 0;
  if (detail::monotone_in_words(m, lower, upper) != 0) {
    EXPECT_LE(roots.count_closed(centre - radius, centre + radius), 1U);
    EXPECT_TRUE(lower == 0 || lower == value_at(exact, Rational(-1)).sign());
    EXPECT_TRUE(upper == 0 || upper == value_at(exact, Rational(1)).sign());
  }
}

TEST(VerifyModelProperty, EveryBoundHolds) {
  test::Random random(711);
  for (int round = 0; round < 400; ++round) {
    const PolyZ f = test::draw_dense(random, 1 + random.below(24), 1 + static_cast<unsigned>(random.below(80)));
    const std::int64_t j = static_cast<std::int64_t>(random.below(7)) - 3;
    const std::size_t guard = 8 + random.below(90);
    const std::int64_t size = static_cast<std::int64_t>(random.below(90)) - 20;
    ProvedModel m = detail::proved_annulus_model(f.coefficients(), j, size, guard, ctx());
    Rational radius = Rational::dyadic(1, j - 1);
    Rational centre = Rational(3) * radius;
    for (int step = 0; step < 6; ++step) {
      check(f, m, centre, radius);
      check(f, detail::coarsened(m, 8 + random.below(40), ctx()), centre, radius);
      if (HasFailure()) FAIL() << "round " << round << " step " << step << " guard " << guard;
      const auto levels = static_cast<unsigned>(1 + random.below(5));
      const std::uint64_t parts = std::uint64_t{1} << levels;
      const std::uint64_t index = random.below(3) == 0 ? 0 : (random.below(2) == 0 ? parts - 1 : random.below(parts));
      m = detail::part_of(m, levels, index, guard, ctx());
      radius *= Rational(Integer(1), Integer(parts));
      centre += Rational(Integer(2 * static_cast<std::int64_t>(index) + 1 - static_cast<std::int64_t>(parts))) * radius;
    }
  }
}

TEST(VerifyModelProperty, BothHalvesOfADisc) {
  test::Random random(714);
  for (const std::int64_t difference : {0, 9, -25}) {
    const PolyZ f = test::draw_dense(random, 620, 40);
    PolyZ mirrored = f;
    for (std::size_t i = 1; i < f.length(); i += 2) mirrored.set_coefficient(i, -Integer(f.coefficients()[i]));
    const auto models = detail::both_proved_annulus_models(f.coefficients(), -1, {30, 30 + difference}, 56, ctx());
    ASSERT_TRUE(models);
    const Rational quarter(Integer(1), Integer(4));
    check_bounds(exact_model(f, Rational(3) * quarter, quarter), (*models)[0]);
    check_bounds(exact_model(mirrored, Rational(3) * quarter, quarter), (*models)[1]);
    // not much worse than one by one
    for (const ProvedModel& model : *models) {
      EXPECT_LT(model.noise(), std::uint64_t{1} << 40);
      EXPECT_FALSE(detail::noise_exceeds_value(model));
    }
  }
}

TEST(VerifySignProperty, SignsAgainstRationals) {
  test::Random random(712);
  for (int round = 0; round < 300; ++round) {
    const PolyZ f = test::draw_polynomial_with_roots(random, 300);
    std::vector<Rational> a;
    for (std::size_t i = 0; i < f.length(); ++i) a.emplace_back(Integer(f.coefficients()[i]));
    std::vector<detail::PositiveDyadic> points;
    for (int i = 0; i < 12; ++i)
      points.push_back(
          {abs(test::draw_signed(random, 1 + static_cast<unsigned>(random.below(i < 8 ? 10 : 300)))) + Integer(1),
           static_cast<std::int64_t>(random.below(30)) - 10});
    const auto signs = detail::proved_signs(f.coefficients(), points, ctx());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Rational exact = value_at(a, points[i].value());
      ASSERT_EQ(signs[i].sign, exact.sign()) << "round " << round;
      if (signs[i].sign == 0) continue;
      EXPECT_LT(abs(exact), Rational::dyadic(1, signs[i].size + 2));
      EXPECT_GT(abs(exact), Rational::dyadic(1, signs[i].size - 4));
    }
  }
}

TEST(VerifyAnnuliProperty, WhatIsNotListedHasNoRoots) {
  test::Random random(713);
  for (int round = 0; round < 150; ++round) {
    PolyZ f = test::draw_polynomial_with_roots(random, 60);
    if (f.is_trailing_coefficient_zero()) f = f + PolyZ{Integer(1)};
    if (f.is_zero() || f.is_trailing_coefficient_zero()) continue;
    const test::SturmSequence roots(f);
    for (const bool mirrored : {false, true}) {
      std::size_t inside = 0;
      std::int64_t last = 0;
      const auto annuli = detail::annuli_to_cover(f.coefficients(), mirrored, ctx());
      for (const std::int64_t j : annuli) {
        Rational lower = Rational::dyadic(1, j);
        Rational upper = Rational::dyadic(1, j + 1);
        const bool joined = &j != annuli.data() && last == j - 1;  // an end counts once
        last = j;
        if (mirrored) {
          std::swap(lower, upper);
          lower = -lower;
          upper = -upper;
        }
        inside += roots.count_closed(lower, upper);
        const Rational shared = mirrored ? upper : lower;
        if (joined) inside -= roots.count_closed(shared, shared);
      }
      const Rational far = Rational::dyadic(1, 4000);
      EXPECT_EQ(inside, mirrored ? roots.count_closed(-far, Rational(0)) : roots.count_closed(Rational(0), far));
    }
    if (HasFailure()) FAIL() << "round " << round << " " << format_poly(f);
  }
}

TEST(VerifyPartition, Trees) {
  for (const char* tree : {"X", "M", "SXM", "SSXXM", "SMSXX"}) EXPECT_TRUE(detail::read_partition(tree)) << tree;
  for (const char* text : {"", "S", "SX", "XX", "SXMX", "SXA", "XSXX"})
    EXPECT_FALSE(detail::read_partition(text)) << text;
  const auto tree = detail::read_partition("SSXSXMX");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->depth, 3U);
  EXPECT_EQ(tree->right(0), 6U);
  EXPECT_EQ(tree->right(1), 3U);
}

}  // namespace
}  // namespace polyfork
