// Canonical cells do not depend on the cells that they are made from.
#include "rootiso/refine/canonical.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"
#include "rootiso/isolate/vca.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/refine/refine_cells.hpp"

namespace polyfork {
namespace {

using detail::DyadicCell;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

std::vector<DyadicCell> isolated(const IntegerVector& g) {
  IsolationStats stats;
  return detail::vca_isolate(g, stats, ctx());
}

TEST(CanonicalCellsProperty, FinerCellsGiveTheSameAnswer) {
  test::IntegerGenerator generator(311);
  const std::vector<Rational> points{Rational(-3, 2), Rational(0), Rational(7, 5)};
  for (const char* text : {"x^2 - 2", "x^4 - 10*x^2 + 1", "(x^2 - 2)*(x^2 - 3)*(100*x^2 - 201)", "x^3 - 1000000*x + 1",
                           "(1024*x^2 - 2049)*(x^2 - 2)", "(x^2 - 1000003)*(1000003*x^2 - 1)"}) {
    const IntegerVector g = parse_poly_z(text).coefficients();
    const std::vector<DyadicCell> cells = isolated(g);
    const auto expected = detail::canonical_cells(g, cells, points, ctx());
    for (int round = 0; round < 10; ++round) {
      std::vector<DyadicCell> finer = cells;
      for (DyadicCell& cell : finer)
        cell = detail::refine_cell(g, cell, cell.k + static_cast<std::int64_t>(generator.random().below(40)), ctx());
      EXPECT_EQ(detail::canonical_cells(g, finer, points, ctx()), expected) << text;
    }
    // Canonical cells are a fixed point, and what they promise holds.
    EXPECT_EQ(detail::canonical_cells(g, expected, points, ctx()), expected) << text;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      for (const Rational& x : points) EXPECT_FALSE(expected[i].closure_contains(x)) << text;
      const DyadicCell parent = expected[i].ancestor(expected[i].k - 1);
      bool spoiled = parent.touches_zero();
      for (const Rational& x : points) spoiled = spoiled || parent.closure_contains(x);
      for (std::size_t j = 0; j < expected.size(); ++j)
        spoiled =
            spoiled || (j != i && parent.contains(detail::refine_cell(g, expected[j], expected[j].k + 60, ctx())));
      EXPECT_TRUE(spoiled) << text << ": cell " << i << " is not the coarsest";
    }
  }
}

TEST(CanonicalCells, CoarserCellsAreCutWherePointsLie) {
  // The root of x^2 - 2 in (1, 2); rational points 3/2 and 23/16 above it, 5/4 below it.
  const IntegerVector g = parse_poly_z("x^2 - 2").coefficients();
  const std::vector<DyadicCell> cells{{-2, 0}, {1, 0}};
  const auto plain = detail::canonical_cells(g, cells, {}, ctx());
  EXPECT_EQ(plain[1], (DyadicCell{1, 0}));  // (0, 2) would touch zero
  const auto cut = detail::canonical_cells(g, cells, {Rational(3, 2)}, ctx());
  EXPECT_EQ(cut[0], plain[0]);
  EXPECT_EQ(cut[1], (DyadicCell{22, 4}));  // every cell above it ends at 3/2
  const auto both = detail::canonical_cells(g, cells, {Rational(5, 4), Rational(23, 16), Rational(3, 2)}, ctx());
  EXPECT_EQ(both[1], (DyadicCell{90, 6}));  // and above this one at 23/16
}

TEST(RefineCells, WidthIsAnUpperBound) {
  const IntegerVector g = parse_poly_z("x^2 - 2").coefficients();
  EXPECT_EQ(detail::level_of_width(Rational(1)), 0);
  EXPECT_EQ(detail::level_of_width(Rational(1, 3)), 2);
  EXPECT_EQ(detail::level_of_width(Rational(5)), -2);
  const auto cells = detail::refine_cells(g, {{-2, 0}, {1, 0}}, 2, ctx());
  EXPECT_EQ(cells[0], (DyadicCell{-6, 2}));
  EXPECT_EQ(cells[1], (DyadicCell{5, 2}));
  // wider than they are: left alone
  EXPECT_EQ(detail::refine_cells(g, {{5, 2}}, 0, ctx())[0], (DyadicCell{5, 2}));
}

}  // namespace
}  // namespace polyfork
