// Resultants and cofactors of short integer polynomials against the general algorithms.
#include "poly/gcd/resultant_short.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/extended_gcd_q.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>

#include "integer_generators.hpp"
#include "poly/gcd/extended_gcd_short.hpp"
#include "poly/gcd/resultant_images.hpp"
#include "sylvester.hpp"

namespace polyfork::test {
namespace {

PolyZ draw(IntegerGenerator& g, std::size_t length, std::size_t limbs, int kind) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) {
    c.push_back(kind == 0 ? g.edge() : kind == 1 ? (Integer(1) << (32 * limbs)) - 1 : g.draw(limbs));
    if (g.random().below(2) == 0) c.back().negate();
  }
  if (!c.empty() && c.back().is_zero()) c.back() = 1;
  return PolyZ::from_elements({}, std::move(c));
}

TEST(ResultantShortProperty, EqualsImagesAndDeterminants) {
  IntegerGenerator g(0x2e1);
  const ExecutionContext ctx;
  int done = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t most = round % 10 == 0 ? 30 : 6;
    const PolyZ a = draw(g, 2 + g.random().below(most), 1 + g.random().below(3), round % 3);
    const PolyZ b = draw(g, 2 + g.random().below(most), 1 + g.random().below(3), round % 4);
    Integer value(7);
    if (!detail::resultant_short(value, a.coefficients(), b.coefficients(), ctx)) continue;
    ++done;
    ASSERT_EQ(value, detail::resultant_by_images(a.coefficients(), b.coefficients(), ctx)) << a << " | " << b;
    if (a.length() + b.length() <= 8) {
      ASSERT_EQ(value, sylvester_determinant(a, b)) << a << " | " << b;
    }
    ASSERT_EQ(value, resultant(a, b, ctx.with_threads(3)));
  }
  EXPECT_GT(done, 2500);
}

/// Orthogonal rows reach Hadamard's bound; so do one coefficient and powers.
TEST(ResultantShort, BoundsAreReached) {
  const ExecutionContext ctx;
  for (std::size_t bits = 1; bits < 400; bits += 7)
    for (const std::size_t n : {2U, 3U, 5U}) {
      const PolyZ a = PolyZ::monomial({}, Integer(1) << bits, n) - PolyZ{1};
      const PolyZ b = PolyZ::monomial({}, (Integer(1) << bits) - 1, n) + PolyZ{1};
      EXPECT_EQ(resultant(a, b), sylvester_determinant(a, b)) << bits << " " << n;
      const Integer big = (Integer(1) << bits) - 1;
      EXPECT_EQ(resultant(PolyZ({-big, big}), PolyZ({big, big})), 2 * big * big);
    }
}

/// The first prime divides leading coefficients or the resultant.
TEST(ResultantShort, PrimesThatAreNotFit) {
  const Integer p = (Integer(1) << 62) - 57;
  const PolyZ a = PolyZ({3, 1, 4, 1}) + PolyZ::monomial({}, p, 4);
  const PolyZ b{2, 7, 1};
  EXPECT_EQ(resultant(a, b), sylvester_determinant(a, b));
  const PolyZ c = PolyZ({-1, 1});
  const PolyZ d = PolyZ::from_elements({}, {p - 1, Integer(1)});  // the value at 1 is p
  EXPECT_EQ(abs(resultant(c, d)), p);
  const ExtendedGcdQ e = extended_gcd(to_rational(c), to_rational(d));
  EXPECT_EQ(add(mul(e.s, to_rational(c)), mul(e.t, to_rational(d))), PolyQ{1});
  EXPECT_EQ(resultant(mul(a, c), mul(b, c)), 0);
}

TEST(BezoutShortProperty, Identity) {
  IntegerGenerator g(0x2e2);
  const ExecutionContext ctx;
  int done = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t most = round % 10 == 0 ? 17 : 6;
    const PolyZ a = draw(g, 2 + g.random().below(most), 1 + g.random().below(3), round % 3);
    const PolyZ b = draw(g, 2 + g.random().below(most), 1 + g.random().below(3), round % 4);
    IntegerVector s, t;
    Integer r;
    if (!detail::bezout_short(s, t, r, a.coefficients(), b.coefficients(), ctx)) continue;
    ++done;
    ASSERT_EQ(add(mul(PolyZ(s), a), mul(PolyZ(t), b)), PolyZ::constant({}, r)) << a << " | " << b;
    ASSERT_EQ(abs(r), abs(resultant(a, b)));
    ASSERT_LT(s.size(), b.length());
    ASSERT_LT(t.size(), a.length());
    const ExtendedGcdQ e = extended_gcd(to_rational(a), to_rational(b));
    ASSERT_TRUE(e.g.is_one());
    ASSERT_EQ(add(mul(e.s, to_rational(a)), mul(e.t, to_rational(b))), e.g);
    const ExtendedGcdZ z = extended_gcd(a, b);
    ASSERT_EQ(z.g, gcd(a, b));
    ASSERT_EQ(add(mul(z.s, a), mul(z.t, b)), scale(z.g, z.multiplier));
    ASSERT_TRUE(gcd(gcd(content(z.s), content(z.t)), z.multiplier).is_one());
  }
  EXPECT_GT(done, 2000);
}

TEST(ResultantShort, LimitsAndStops) {
  std::stop_source source;
  source.request_stop();
  const ExecutionContext stopped = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_THROW(resultant(PolyZ{1, 2, 3}, PolyZ{3, 4}, stopped), Cancelled);
  EXPECT_THROW(extended_gcd(PolyQ{1, 2, 3}, PolyQ{3, 4}, stopped), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
