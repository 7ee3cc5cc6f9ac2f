// Signs at many points against exact evaluation, under every instruction set and thread count.
#include "rootiso/point_values.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/cpu.hpp>
#include <polyfork/poly/families.hpp>

#include "forced_isa.hpp"
#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/evaluate_sign.hpp"

namespace polyfork {
namespace {

using detail::DyadicPoint;
using detail::PointValue;

using test::ForcedIsa;

void check_values(const PolyZ& f, const std::vector<DyadicPoint>& points, const ExecutionContext& ctx) {
  const auto values = detail::values_at(f.coefficients(), points, ctx);
  ASSERT_EQ(values.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Rational x = Rational::dyadic(points[i].c, -points[i].k);
    Rational exact(0);
    for (std::size_t j = f.length(); j-- > 0;) exact = exact * x + Rational(Integer(f.coefficients()[j]));
    ASSERT_EQ(values[i].sign, exact.sign()) << x.to_string();
    if (exact.is_zero()) continue;
    EXPECT_LT(abs(exact), Rational::dyadic(1, values[i].size + 2));
    EXPECT_GT(abs(exact), Rational::dyadic(1, values[i].size - 2));
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

TEST(PointValues, NoPoints) {
  EXPECT_TRUE(detail::values_at(PolyZ{1, 2}.coefficients(), {}, ExecutionContext()).empty());
}

}  // namespace
}  // namespace polyfork
