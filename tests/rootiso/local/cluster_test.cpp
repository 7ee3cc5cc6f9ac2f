// Enclosing clusters: no root is left out, the counts compare exactly, and thousands of levels cost one step.
#include "rootiso/local/cluster.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/values/annulus.hpp"

namespace polyfork {
namespace {

using detail::LocalModel;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

/// b x - a.
PolyZ linear(const Rational& root) { return PolyZ{-root.numerator(), root.denominator()}; }

TEST(ClusterProperty, NoRootOfTheCellIsLeftOut) {
  test::Random random(541);
  int enclosed = 0;
  for (int round = 0; round < 1000; ++round) {
    // k roots around a centre in [1, 2], up to 2^-spread apart, and others that are not near.
    const std::size_t k = 2 + random.below(5);
    const std::size_t spread = 200 + random.below(300);
    Rational centre(Integer(1000 + random.below(1001)), Integer(1000));
    switch (random.below(3)) {
      case 0:  // at the end of the cell
        centre = Rational(Integer(4 + random.below(5)), Integer(4));
        break;
      case 1:  // at the end of a part
        centre = Rational(1) + Rational(abs(test::draw_signed(random, 130)), Integer(1) << 130);
        break;
      default:
        break;
    }
    std::vector<Rational> roots;
    PolyZ f = test::draw_dense(random, 1 + random.below(6), 8);
    if (f.is_zero()) continue;
    for (std::size_t i = 0; i < k; ++i) {
      const Integer off(static_cast<std::int64_t>(random.below(2001)) - 1000);
      roots.push_back(centre + Rational(off, Integer(1000) << spread));
      f = mul(f, linear(roots.back()));
    }
    const std::size_t guard = 800 + random.below(3000);
    const detail::ModelPrecision precision{guard, guard * 5 / 8};
    const detail::Annulus annulus{0, false};
    LocalModel m = detail::annulus_model(
        {f.coefficients(), ctx()}, 0, false,
        detail::least_size({f.coefficients(), ctx()}, annulus, ctx()) - static_cast<std::int64_t>(guard), precision,
        ctx());
    detail::DyadicCell cell = annulus.cell();
    // Down to a part around or next to the centre: other roots are so far away that the proposed centre is good.
    const std::size_t levels = detail::deep_levels + random.below(80);
    const Integer whole = Integer(1) << levels;
    const Integer inside =
        ((centre - Rational(1)) * Rational(whole)).floor() - Integer(static_cast<std::int64_t>(random.below(2)));
    const Integer first = std::clamp(inside, Integer(0), whole - Integer(1));
    m = detail::deep_submodel(m, levels, (first << 1) + Integer(1) - whole, 0, precision, ctx());
    cell = {(cell.c << levels) + first, cell.k + static_cast<std::int64_t>(levels)};
    const auto parts = detail::enclose_cluster(m, precision, ctx());
    if (!parts) continue;
    ++enclosed;
    const std::int64_t k_part = cell.k + static_cast<std::int64_t>(parts->levels);
    const Integer base = cell.c << parts->levels;
    ASSERT_LE(Integer(0), parts->first);
    ASSERT_LE(parts->first, parts->last);
    ASSERT_LE(parts->last - parts->first, Integer(1));
    ASSERT_LT(parts->last, Integer(1) << parts->levels);
    const Rational low = Rational::dyadic(base + parts->first, -k_part);
    const Rational high = Rational::dyadic(base + parts->last + Integer(1), -k_part);
    for (const Rational& root : roots) {
      if (!cell.closure_contains(root)) continue;
      EXPECT_TRUE(low <= root && root <= high)
          << round << ": order " << k << ", spread " << spread << ", guard " << guard;
    }
  }
  EXPECT_GE(enclosed, 100);
}

TEST(ClusterProperty, RowsAreComparedWithTheSumOfTheOthers) {
  test::Random random(542);
  int dominated = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t n = 1 + random.below(8);
    const std::size_t k = random.below(n);
    const auto log_radius = static_cast<unsigned>(random.below(4));
    const std::uint64_t noise = random.below(3) == 0 ? random.below(1 << 20) : 0;
    LocalModel m;
    m.q = detail::FixedRows(n, 3, ctx());
    Integer rest(noise);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Integer a = test::draw_signed(random, static_cast<unsigned>(random.below(100)));
      m.q.assign(i, a, 0);
      rest += abs(a) << (i * log_radius);
    }
    // Row k a little above or below what the others sum up to.
    const std::size_t up = k * log_radius;
    const Integer little = rest >> (40 + random.below(30));
    Integer row = (rest >> up) + (random.below(2) == 0 ? little : -little) +
                  Integer(static_cast<std::int64_t>(random.below(3))) - 1;
    if (random.below(2) == 0) row = -row;
    m.q.assign(k, row, 0);
    const bool claimed = detail::row_dominates(m, k, log_radius, noise);
    if (claimed) {
      EXPECT_GT(abs(row) << up, rest) << round;
    }
    dominated += claimed ? 1 : 0;
  }
  EXPECT_GE(dominated, 100);
}

TEST(Cluster, ThousandsOfLevelsAreAFewSteps) {
  IsolationOptions options;
  options.method = IsolationMethod::local;
  for (const char* text :
       {"x^5 - 2*(3*2^20000*x - 1)^2", "x^5 - 2*(2^20000*x - 1)^2", "x^9 - 2*(2^1500*x - 3)^2*(2^1500*x - 5)^2",
        "(x^7 - 2*(3*2^900*x - 1)^3)*(x^7 + 2*(3*2^900*x - 1)^2)"}) {
    const PolyZ f = parse_poly_z(text);
    const IsolationResult found = isolate_real_roots(f, options);
    EXPECT_LT(found.stats.nodes, 20000U) << text;
    if (f.degree() > 5) {
      IsolationOptions exact;
      exact.method = IsolationMethod::vca;
      EXPECT_EQ(found.roots, isolate_real_roots(f, exact).roots) << text;
    }
  }
}

}  // namespace
}  // namespace polyfork
