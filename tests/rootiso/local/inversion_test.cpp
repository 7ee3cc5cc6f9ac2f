// Searching 1/x far from zero: the same cells as the exact engine's, few signs of f, the choice between the two ways.
#include "rootiso/local/inversion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "random.hpp"
#include "ring/reversed.hpp"
#include "root_generators.hpp"
#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/isolate/vca.hpp"
#include "rootiso/local/annuli.hpp"
#include "rootiso/local/inverse_cells.hpp"
#include "rootiso/local/local.hpp"
#include "rootiso/refine/canonical.hpp"

namespace polyfork {
namespace {

using detail::DyadicCell;
using detail::MonotoneCell;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

std::vector<DyadicCell> inverted_cells(const PolyZ& f, int threads = 1) {
  detail::LocalSearch search;
  search.shortest_inverted = 2;
  return detail::local_isolate(f.coefficients(), search, ctx().with_threads(threads)).cells;
}

void expect_the_exact_cells(const PolyZ& f) {
  IsolationStats stats;
  const detail::Preprocessed pre = detail::preprocess(f, stats, ctx());
  if (pre.factors.empty()) return;
  const IntegerVector& g = pre.factors.product().coefficients();
  const auto expected = detail::canonical_cells(g, detail::vca_isolate(g, stats, ctx()), {}, ctx());
  for (const int threads : {1, 3})
    EXPECT_EQ(detail::canonical_cells(g, inverted_cells(pre.factors.product(), threads), {}, ctx()), expected)
        << to_string(f);
}

TEST(InversionProperty, GivesTheExactCells) {
  test::Random random(551);
  for (int round = 0; round < 3000; ++round) {
    expect_the_exact_cells(test::draw_polynomial_with_roots(random, 500));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(InversionProperty, Families) {
  for (const Family family : {Family::chebyshev, Family::laguerre, Family::hermite, Family::legendre, Family::mignotte,
                              Family::exp, Family::wilkinson, Family::random})
    for (const std::size_t degree : {3U, 20U, 64U, 65U, 90U}) {
      const PolyZ f = make_family(family, degree);
      expect_the_exact_cells(f);
      expect_the_exact_cells(PolyZ(detail::reversed(f.coefficients(), ctx())));
    }
}

TEST(Inversion, ClustersFarFromZero) {
  for (const char* text :
       {"x^5 - 2*(x - 1000)^2", "x^7*2^300 - (x - 12345)^2*3^400", "(x^2 - 10^20)^2 - x", "(x - 2^70)^3 - 5",
        "((x - 1025)^2 - 2)*((1024*x - 1049601)^2 - 3)", "(x^2-2*2^200)^3 - 7"}) {
    expect_the_exact_cells(parse_poly_z(text));
    expect_the_exact_cells(PolyZ(detail::reversed(parse_poly_z(text).coefficients(), ctx())));
  }
}

/// Rational roots, many of them where cells end, are in the cell or its lower end.
TEST(InversionProperty, EveryRationalRootIsInACellOfItsOwn) {
  test::Random random(552);
  for (int round = 0; round < 300; ++round) {
    std::set<Rational> roots;
    for (std::size_t i = 1 + random.below(8); i-- != 0;) {
      const Integer p = test::draw_signed(random, 1 + random.below(8));
      const Integer q = random.below(2) == 0 ? Integer(1) << random.below(8) : Integer(1 + random.below(50));
      if (!p.is_zero()) roots.insert(Rational(p, q));
    }
    PolyZ f{Integer(1)};
    for (const Rational& r : roots) f = mul(f, PolyZ{-r.numerator(), r.denominator()});
    const std::vector<DyadicCell> cells = inverted_cells(f);
    ASSERT_EQ(cells.size(), roots.size()) << to_string(f);
    std::size_t i = 0;
    for (const Rational& r : roots) {
      EXPECT_TRUE(cells[i].lower() <= r && r < cells[i].upper()) << r.to_string() << " of " << to_string(f);
      EXPECT_FALSE(cells[i].touches_zero());
      EXPECT_TRUE(i == 0 || cells[i - 1].upper() <= cells[i].lower());
      ++i;
    }
  }
}

TEST(InverseCells, OneRootTakesItsAnnulus) {
  // x = 10 / 3 from 1/4 < 1/x < 1/2, where 10 - 3x is 10 y - 3.
  const IntegerVector f = parse_poly_z("10 - 3*x").coefficients();
  const auto cells = detail::cells_of_inverses({f, ctx()}, {{{Integer(1), 2}, -1, 1}}, ctx());
  ASSERT_EQ(cells.size(), 1U);
  EXPECT_EQ(cells.front(), (DyadicCell{Integer(1), -1}));
  // -10 / 3
  const IntegerVector mirrored = parse_poly_z("10 + 3*x").coefficients();
  const auto negative = detail::cells_of_inverses({mirrored, ctx()}, {{{Integer(-2), 2}, -1, 1}}, ctx());
  ASSERT_EQ(negative.size(), 1U);
  EXPECT_EQ(negative.front(), (DyadicCell{Integer(-2), -1}));
  EXPECT_TRUE(detail::cells_of_inverses({f, ctx()}, {}, ctx()).empty());
}

TEST(AnnuliInX, FollowTheSizeOfTheCoefficients) {
  const auto share = [](const PolyZ& f) {
    std::vector<detail::SizedAnnulus> annuli;
    for (const std::int64_t j : detail::positive_annuli({f.coefficients(), ctx()}, false, ctx())) annuli.push_back({j});
    const detail::MeasuredVector sized(f.coefficients(), ctx());
    const IntegerVector reverse = detail::reversed(f.coefficients(), ctx());
    const std::size_t in_x =
        detail::annuli_in_x(sized, {reverse, ctx()}, false, annuli, detail::likely_annuli_in_x(sized, annuli), ctx());
    return in_x == annuli.size() ? INT64_MAX : annuli[in_x].j;
  };
  // Coefficients of one size: both sides of the unit circle alike.
  EXPECT_EQ(share(make_family(Family::random, 500)), 0);
  // Roots between 1/500 and 2000: those far out in 1/x, but not those next to zero.
  const std::int64_t first = share(make_family(Family::laguerre, 500));
  EXPECT_GE(first, 6);
  EXPECT_LE(first, 12);
}

}  // namespace
}  // namespace polyfork
