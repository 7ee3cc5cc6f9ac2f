// Refinement of many cells together against refinement one by one.
#include "rootiso/refine/refine_cells.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/local/local.hpp"
#include "rootiso/refine/canonical.hpp"
#include "rootiso/refine/refine.hpp"

namespace polyfork {
namespace {

using detail::DyadicCell;

void check_refinement(const PolyZ& f, std::int64_t level, const ExecutionContext& ctx) {
  IsolationStats stats;
  const auto pre = detail::preprocess(f, stats, ctx);
  if (pre.factors.empty()) return;
  const IntegerVector& g = pre.factors.product().coefficients();
  const auto cells = detail::canonical_cells(g, detail::local_isolate(g, {}, ctx).cells, {}, ctx);
  const auto refined = detail::refine_cells(g, cells, level, ctx);
  ASSERT_EQ(refined.size(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    ASSERT_EQ(refined[i], detail::refine_cell(g, cells[i], level, ctx)) << "root " << i << " level " << level;
}

TEST(RefineCellsProperty, AgreesWithOneByOne) {
  test::Random random(541);
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (int round = 0; round < 150; ++round)
      check_refinement(test::draw_polynomial_with_roots(random), static_cast<std::int64_t>(random.below(200)) - 20,
                       ctx);
    for (const Family family : {Family::chebyshev, Family::laguerre, Family::hermite, Family::legendre})
      for (const std::size_t degree : {20U, 61U, 90U})
        for (const std::int64_t level : {5, 12, 66, 300}) check_refinement(make_family(family, degree), level, ctx);
  }
}

}  // namespace
}  // namespace polyfork
