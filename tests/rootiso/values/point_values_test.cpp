// Signs at many points against exact evaluation, under every instruction set and thread count.
#include "rootiso/values/point_values.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/cpu.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "forced_isa.hpp"
#include "poly/dense/evaluate_z.hpp"
#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
namespace {

using detail::DyadicPoint;
using detail::PointValue;

using test::ForcedIsa;

void check_values(const PolyZ& f, const std::vector<DyadicPoint>& points, const ExecutionContext& ctx) {
  const auto values = detail::values_at({f.coefficients(), ctx}, points, ctx);
  ASSERT_EQ(values.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Rational x = Rational::dyadic(points[i].c, -points[i].k);
    const Integer scaled = detail::evaluate_homogeneous(f.coefficients(), x.numerator(), x.denominator(), ctx);
    ASSERT_EQ(values[i].sign, scaled.sign()) << x.to_string();
    if (scaled.is_zero()) continue;
    // f(x) = scaled / denominator^degree
    const auto down = static_cast<std::int64_t>((f.length() - 1) * (x.denominator().bit_length() - 1));
    const Rational exact = abs(Rational::dyadic(scaled, -down));
    EXPECT_LT(exact, Rational::dyadic(1, values[i].size + 2));
    EXPECT_GT(exact, Rational::dyadic(1, values[i].size - 2));
  }
}

TEST(PointValuesIsa, AgreeWithExactEvaluation) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    test::Random random(521);
    for (int round = 0; round < 150; ++round) {
      const PolyZ f = test::draw_polynomial_with_roots(random, 200);
      std::vector<DyadicPoint> points;
      for (std::uint64_t i = 0, n = random.below(70); i < n; ++i) {
        Integer c = test::draw_signed(random, 1 + static_cast<unsigned>(random.below(random.below(4) == 0 ? 120 : 20)));
        if (c.is_zero()) c = 1;
        points.push_back({c, static_cast<std::int64_t>(random.below(40)) - 10});
      }
      check_values(f, points, ExecutionContext().with_threads(1 + static_cast<int>(random.below(4))));
      if (HasFailure()) FAIL() << isa_name(isa) << " round " << round;
    }
  }
}

TEST(PointValues, RootsAtThePoints) {
  const PolyZ f = make_family(Family::wilkinson, 60);
  std::vector<DyadicPoint> points;
  for (int i = 1; i < 130; ++i) points.push_back({Integer(i), 1});
  check_values(f, points, ExecutionContext());
  // At points that no word holds.
  const Integer c = (Integer(5) << 300) + Integer(7);
  const PolyZ g = mul(PolyZ{-c, Integer(1) << 290}, PolyZ{1, 3, -2, 5});
  check_values(g, {{c, 290}, {c + Integer(1), 290}, {c, 291}, {c, -4}}, ExecutionContext());
}

/// The dyadic numbers of 52 bits next to x.
std::vector<DyadicPoint> next_to(const Rational& x) {
  const std::int64_t k = 51 - (static_cast<std::int64_t>(x.numerator().bit_length()) -
                               static_cast<std::int64_t>(x.denominator().bit_length()));
  const Integer c = (x * Rational::dyadic(Integer(1), k)).floor();
  return {{c, k}, {c + Integer(1), k}};
}

TEST(PointValuesProperty, FarFromZero) {
  test::Random random(523);
  // Beside the roots of high order values lie far below the unit of a first look; 3/2 and -5 are points.
  const PolyZ many_roots = parse_poly_z("(x^2-2)^4*(5*x^2-31)^3*(x^3-3*x^2-4*x+1)*(2*x-3)*(x+5)");
  for (int round = 0; round < 12; ++round) {
    const PolyZ dense = test::draw_dense(random, 560 + random.below(300), 1 + static_cast<unsigned>(random.below(300)));
    const PolyZ f = round % 3 == 0 ? dense : mul(many_roots, dense);
    std::vector<DyadicPoint> points{{Integer(3), 1}, {Integer(-5), 0}};
    for (const char* root : {"14142135623730950488/10000000000000000000", "24899799195977465/10000000000000000",
                             "-14142135623730950488/10000000000000000000"})
      for (const DyadicPoint& p : next_to(Rational(root))) points.push_back(p);
    for (int i = 0; i < 40; ++i) {
      const Integer c = test::draw_signed(random, 1 + static_cast<unsigned>(random.below(50)));
      if (c.is_zero()) continue;
      points.push_back({c, static_cast<std::int64_t>(c.bit_length()) - static_cast<std::int64_t>(random.below(6))});
    }
    check_values(f, points, ExecutionContext().with_threads(1 + static_cast<int>(random.below(4))));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

/// What is below the first unit decides: long terms cancel.
TEST(PointValues, AtPowersOfTwoWhereLongTermsCancel) {
  for (const int sign : {1, -1})
    for (std::int64_t j = -3; j <= 3; ++j) {
      // 2^900 (x - 2^j) x^2 times a power of two, and +-1
      IntegerVectorBuilder coefficients;
      coefficients.push_back(Integer(sign));
      coefficients.push_back(Integer(0));
      coefficients.push_back(-(Integer(1) << static_cast<std::size_t>(900 + j)));
      coefficients.push_back(Integer(1) << 900);
      check_values(PolyZ(coefficients.finish()), {{Integer(1), -j}, {Integer(-1), -j}, {Integer(3), 1 - j}},
                   ExecutionContext());
    }
}

TEST(PointValues, NoPoints) {
  EXPECT_TRUE(detail::values_at({PolyZ{1, 2}.coefficients(), ExecutionContext()}, {}, ExecutionContext()).empty());
}

}  // namespace
}  // namespace polyfork
