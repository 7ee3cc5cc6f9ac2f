// Signs on the checker's models against exact evaluation: every sign that is told is right, and most are told.
#include "rootiso/check/verify_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "random.hpp"
#include "root_generators.hpp"

namespace polyfork {
namespace {

using detail::ModelUse;
using detail::PositiveDyadic;
using detail::ProvedModel;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

/// Models for any polynomial and any number of points.
ModelUse always(std::size_t guard = 64, std::size_t short_rows = 64) {
  ModelUse use;
  use.guard = guard;
  use.fewest_rows = 1;
  use.fewest_points = 1;
  use.short_rows = short_rows;
  return use;
}

int exact_sign(const PolyZ& f, const PositiveDyadic& x) {
  // 2^(k n) f(c 2^-k)
  Integer v;
  Integer power(1);
  const auto k = static_cast<std::size_t>(x.k < 0 ? -x.k : x.k);
  const Integer c = x.k < 0 ? x.c << k : x.c;
  for (std::size_t i = f.length(), step = 0; i-- > 0; ++step)
    v = v * c + (Integer(f.coefficients()[i]) << (x.k < 0 ? 0 : step * k));
  return v.sign();
}

/// Positive ends of the isolating cells, where they are dyadic.
std::vector<PositiveDyadic> ends_of_cells(const PolyZ& f) {
  std::vector<PositiveDyadic> ends;
  const auto add = [&](const Rational& x) {
    const Integer& q = x.denominator();
    if (x.sign() > 0 && x.is_dyadic())
      ends.push_back({Integer(x.numerator()), static_cast<std::int64_t>(q.bit_length()) - 1});
  };
  for (const RootInterval& r : isolate_real_roots(f, {}, ctx()).roots) {
    add(r.lower);
    if (!r.exact) add(r.upper);
  }
  return ends;
}

/// How many signs are told, in x or in 1/x, whichever are fewer; all of them are right.
std::size_t told(const PolyZ& f, const std::vector<PositiveDyadic>& points, ModelUse use,
                 const ExecutionContext& context = ctx()) {
  if (!use.inverse) {
    use.inverse = true;
    const std::size_t in_inverse = f.coefficients()[0].is_zero() ? points.size() : told(f, points, use, context);
    use.inverse = false;
    return std::min(in_inverse, told(f, points, use, context));
  }
  const std::vector<int> signs = detail::signs_on_models(f.coefficients(), points, context, use);
  EXPECT_EQ(signs.size(), points.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (signs[i] == 0) continue;
    ++count;
    EXPECT_EQ(signs[i], exact_sign(f, points[i])) << points[i].value().to_string() << " of " << format_poly(f);
  }
  return count;
}

/// One row of a model.
void assign(ProvedModel& m, std::size_t i, const Integer& value) {
  const bool negative = value.sign() < 0;
  m.q.assign(i, abs(value), 0);
  if (negative) mpn_neg(m.q.row(i), m.q.row(i), static_cast<mp_size_t>(m.q.limbs()));
}

TEST(VerifyPointsProperty, WrongSizesCostSignsOnly) {
  test::Random random(815);
  for (int round = 0; round < 200; ++round) {
    PolyZ f = test::draw_dense(random, 3 + random.below(60), 1 + static_cast<unsigned>(random.below(100)));
    if (f.coefficients()[0].is_zero()) f = f + PolyZ{Integer(1)};
    std::vector<PositiveDyadic> points;
    for (int i = 0; i < 40; ++i)
      points.push_back({Integer(1) + abs(test::draw_signed(random, 1 + static_cast<unsigned>(random.below(20)))),
                        static_cast<std::int64_t>(random.below(24)) - 4});
    ModelUse use = always(32 + random.below(60), 8);
    use.inverse = false;
    const std::size_t by_itself = told(f, points, use);
    for (std::int64_t j = -24; j <= 24; ++j) {
      use.known.push_back({j, true, true, 0});  // of the other half-line
      use.known.push_back({j, false, false, detail::size_in_annulus(f.coefficients(), j, ctx())});
    }
    EXPECT_EQ(told(f, points, use), by_itself);
    for (detail::KnownSize& known : use.known) {
      known.inverse = random.below(2) == 0;
      known.size += static_cast<std::int64_t>(random.below(400)) - 200;
    }
    told(f, points, use);
  }
}

TEST(VerifyPointsProperty, OneModelWithItsBounds) {
  // Any error and tail within the bounds: what is told holds for the worst of them.
  test::Random random(811);
  const Integer one = Integer(1) << 62;
  std::size_t decided = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t rows = 1 + random.below(12);
    // small rows, for which the bounds matter, and in one round of four long ones, for every width
    const auto bits = static_cast<unsigned>(random.below(4) == 0 ? 1 + random.below(300) : 1 + random.below(5));
    ProvedModel m;
    m.q = detail::FixedRows(rows, bits / 64 + 1 + random.below(2), ctx());
    m.error = random.below(2) == 0 ? 0 : random.below(6);
    m.tail = random.below(2) == 0 ? 0 : random.below(20);
    std::vector<Integer> q;
    for (std::size_t i = 0; i < rows; ++i) {
      q.push_back(test::draw_signed(random, bits));
      assign(m, i, q.back());
    }
    std::vector<std::int64_t> numerators{-(std::int64_t{1} << 62), 0, std::int64_t{1} << 62};
    for (int i = 0; i < 12; ++i) {
      const auto t = static_cast<std::int64_t>(random.below(std::uint64_t{1} << 62));
      numerators.push_back(random.below(2) == 0 ? t : -t);
    }
    const std::vector<int> signs = detail::signs_on_model(m, numerators, ctx());
    for (std::size_t k = 0; k < numerators.size(); ++k) {
      if (signs[k] == 0) continue;
      ++decided;
      // 2^(62 n) times the value, and the most that errors and tail can take from it
      const Integer t(numerators[k]);
      Integer value;
      Integer most;
      Integer scale(1);
      for (std::size_t i = rows; i-- > 0;) {
        value = value * t + q[i] * scale;
        most = most * abs(t) + Integer(m.error) * scale;
        if (i != 0) scale *= one;
      }
      most += Integer(m.tail) * scale;
      ASSERT_GT(Integer(signs[k]) * value, most) << "round " << round << " t " << numerators[k];
    }
  }
  EXPECT_GT(decided, 20000U);
}

TEST(VerifyPointsProperty, OneModelAtInverses) {
  test::Random random(814);
  std::size_t decided = 0;
  for (int round = 0; round < 6000; ++round) {
    const std::size_t rows = 1 + random.below(12);
    const auto bits = static_cast<unsigned>(1 + random.below(random.below(3) == 0 ? 200 : 64));
    ProvedModel m;
    m.q = detail::FixedRows(rows, bits / 64 + 2, ctx());
    m.error = random.below(2) == 0 ? 0 : random.below(6);
    m.tail = random.below(2) == 0 ? 0 : random.below(20);
    // A point of the annulus, and the cell of 1/x that it is in: 2^63 / divisor = 1 + w, index = floor(2^level w).
    const auto level = static_cast<unsigned>(random.below(61));
    const std::uint64_t whole = std::uint64_t{1} << 62;
    const std::uint64_t divisor = random.below(10) == 0 ? whole : whole + random.below(whole);
    const Integer parts = floor_div_rem(Integer(1) << (level + 63), Integer(divisor)).first - (Integer(1) << level);
    const Integer index = std::min(parts, (Integer(1) << level) - Integer(1));
    // t = numerator / divisor
    const Integer numerator = (Integer(1) << (level + 64)) -
                              Integer(divisor) * ((Integer(1) << (level + 1)) + Integer(2) * index + Integer(1));
    ASSERT_LE(abs(numerator), Integer(divisor));
    std::vector<Integer> q;
    for (std::size_t i = 0; i < rows; ++i) q.push_back(test::draw_signed(random, bits));
    Integer value;
    Integer most;
    Integer scale(1);
    for (std::size_t i = rows; i-- > 0;) {
      // the value next to zero, where the bounds matter
      if (i == 0 && rows > 1 && random.below(4) != 0)
        q[0] =
            -floor_div_rem(value * numerator, scale).first + Integer(static_cast<std::int64_t>(random.below(80)) - 40);
      value = value * numerator + q[i] * scale;
      most = most * abs(numerator) + Integer(m.error) * scale;
      if (i != 0) scale *= Integer(divisor);
    }
    most += Integer(m.tail) * scale;
    for (std::size_t i = 0; i < rows; ++i) assign(m, i, q[i]);
    const int sign =
        detail::signs_of_inverses(m, level, static_cast<std::uint64_t>(index.to_int64()), {divisor}, ctx())[0];
    if (sign == 0) continue;
    ++decided;
    ASSERT_GT(Integer(sign) * value, most) << "round " << round;
  }
  EXPECT_GT(decided, 1000U);
}

TEST(VerifyPointsProperty, SaturatedBoundsTellNothing) {
  ProvedModel m;
  m.q = detail::FixedRows(2, 2, ctx());
  m.q.assign(0, Integer(1) << 100, 0);
  m.tail = ~std::uint64_t{0};
  EXPECT_EQ(detail::signs_on_model(m, {0, 1}, ctx()), (std::vector<int>{0, 0}));
}

TEST(VerifyPointsProperty, AgainstExactEvaluation) {
  test::Random random(812);
  for (int round = 0; round < 300; ++round) {
    const PolyZ f = random.below(3) == 0
                        ? test::draw_dense(random, 1 + random.below(90), 1 + static_cast<unsigned>(random.below(60)))
                        : test::draw_polynomial_with_roots(random, 300);
    if (f.degree() < 1) continue;
    std::vector<PositiveDyadic> points = ends_of_cells(f);
    const std::size_t ends = points.size();
    for (std::size_t i = 0; i < ends; ++i)  // next to them
      points.push_back(
          {(points[i].c << 30) + Integer(static_cast<std::int64_t>(random.below(3)) - 1), points[i].k + 30});
    for (int i = 0; i < 20; ++i)
      points.push_back({abs(test::draw_signed(random, 1 + static_cast<unsigned>(random.below(80)))) + Integer(1),
                        static_cast<std::int64_t>(random.below(20)) - 6});
    const std::size_t guard = random.below(2) == 0 ? 64 : 6 + random.below(40);
    const std::size_t rows = random.below(2) == 0 ? 64 : 1 + random.below(10);
    told(f, points, always(guard, rows), ExecutionContext().with_threads(1 + static_cast<int>(random.below(4))));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(VerifyPoints, RootsStayUndecided) {
  const PolyZ f = make_family(Family::wilkinson, 40);
  std::vector<PositiveDyadic> roots;
  for (int i = 1; i <= 40; ++i) roots.push_back({Integer(i), 0});
  for (const std::size_t rows : {1, 8, 64}) EXPECT_EQ(told(f, roots, always(64, rows)), 0U);
  const std::vector<int> all = detail::signs_at(f.coefficients(), roots, ctx());
  EXPECT_EQ(all, std::vector<int>(40, 0));
}

TEST(VerifyPoints, MostPointsOfFamiliesAreTold) {
  for (const Family family : {Family::chebyshev, Family::laguerre, Family::wilkinson}) {
    const PolyZ f = shift_roots(make_family(family, 300), Rational(Integer(1), Integer(3)));
    std::vector<PositiveDyadic> points = ends_of_cells(f);
    if (family == Family::wilkinson)  // rational roots have no cells
      for (int i = 1; i < 300; ++i) points.push_back({Integer(i), 0});
    EXPECT_GT(points.size(), 150U);
    for (const std::size_t rows : {16, 64})
      EXPECT_GE(told(f, points, always(64, rows)) * 20, points.size() * 19) << family_name(family);
  }
}

TEST(VerifyPoints, AllSignsByAllMeans) {
  test::Random random(813);
  // long enough for models without being asked
  const PolyZ f = test::draw_dense(random, 3200, 20);
  std::vector<PositiveDyadic> points;
  points.reserve(601);
  for (int i = 0; i < 600; ++i) points.push_back({Integer(1024 + i), 10});
  points.push_back({(Integer(1) << 90) + Integer(1), 90});  // too long for them
  ASSERT_TRUE(detail::models_pay(f.coefficients(), points.size()));
  const std::vector<int> signs = detail::signs_at(f.coefficients(), points, ctx());
  const std::vector<detail::ProvedSign> proved = detail::proved_signs(f.coefficients(), points, ctx());
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(signs[i], proved[i].sign) << i;
  EXPECT_EQ(detail::signs_on_models(f.coefficients(), points, ctx()).back(), 0);
}

TEST(VerifyPoints, FewPointsAreLeftToTheCaller) {
  const PolyZ f{-2, 0, 1};
  EXPECT_FALSE(detail::models_pay(f.coefficients(), 10000));
  EXPECT_EQ(detail::signs_on_models(f.coefficients(), {{1, 0}, {3, 1}}, ctx()), (std::vector<int>{0, 0}));
  EXPECT_TRUE(detail::signs_on_models(f.coefficients(), {}, ctx(), always()).empty());
}

}  // namespace
}  // namespace polyfork
