// Many bits of a root: Newton's cells are those of quadratic refinement, values to many bits have the errors they
// claim.
#include "rootiso/refine/newton.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "integer_generators.hpp"
#include "poly/dense/evaluate_z.hpp"
#include "rootiso/algebraic/located_root.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/refine/value_by_powers.hpp"

namespace polyfork::detail {
namespace {

using test::IntegerGenerator;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

/// The cells of all irrational roots.
std::vector<LocatedRoot> cells_of(const PolyZ& f) {
  std::vector<LocatedRoot> cells;
  const auto source = preprocess_for_roots(f, ctx());
  for (const RootInterval& root : isolate_real_roots(f).roots) {
    LocatedRoot located = locate_isolated_root(source, root, ctx());
    if (!located.exact) cells.push_back(std::move(located));
  }
  return cells;
}

TEST(Newton, FindsTheCellsOfQuadraticRefinement) {
  for (const char* text :
       {"x^2 - 2", "x^3 - 3*x + 1", "x^5 - 4*x + 1", "x^8 - 7*x^5 + x + 3", "x^20 - 17*x^11 + 3*x^4 - 5*x + 1",
        "1000000000000*x^2 - 2", "x^2 - 10^60 - 1", "x^5 - 2*(100*x - 1)^2", "x^11 - 2*(10000*x - 1)^2",
        "10^300*x^3 - 5*x + 1", "x^40 - 3*x^39 + 2*x^7 - x + 1/7"}) {
    const PolyZ f = numerator_polynomial(parse_poly<PolyQ>(text));
    for (const LocatedRoot& root : cells_of(f))
      for (const std::int64_t more : {1, 40, 300, 1000, 3001}) {
        const IntegerVector& g = root.polynomial().coefficients();
        const std::int64_t level = root.cell.k + more;
        EXPECT_EQ(refine_by_newton(g, root.cell, level, ctx()), refine_quadratically(g, root.cell, level, ctx()))
            << text << " " << more;
      }
  }
}

TEST(NewtonProperty, RandomPolynomials) {
  IntegerGenerator g(970);
  for (int i = 0; i < 25; ++i) {
    const PolyZ f(g.vector(3 + g.random().below(14), 1 + g.random().below(i % 5 == 0 ? 12 : 1)));
    if (f.degree() < 2) continue;
    for (const LocatedRoot& root : cells_of(f)) {
      const std::int64_t level = root.cell.k + 200 + static_cast<std::int64_t>(g.random().below(700));
      const IntegerVector& factor = root.polynomial().coefficients();
      EXPECT_EQ(refine_by_newton(factor, root.cell, level, ctx()),
                refine_quadratically(factor, root.cell, level, ctx()));
    }
  }
}

TEST(NewtonProperty, ValuesHaveTheErrorsTheyClaim) {
  IntegerGenerator g(971);
  for (int i = 0; i < 300; ++i) {
    const IntegerVector f = g.vector(1 + g.random().below(20), 1);
    if (f.max_bits() == 0) continue;
    const Integer c = g.draw(1 + g.random().below(20));
    const auto k = static_cast<std::int64_t>(g.random().below(1500));
    const auto bits = static_cast<std::int64_t>(g.random().below(2500)) - 100;
    const ApproximateValue v = value_to(f, c, k, bits, ctx());
    // The true value is exact 2^-(k n); errors are compared in the finer of the two units.
    const Integer exact = evaluate_homogeneous(f, c, Integer(1) << static_cast<std::size_t>(k), ctx());
    const std::int64_t unit = -k * static_cast<std::int64_t>(f.size() - 1);
    const auto scaled = [&](const Integer& x, std::int64_t exponent, std::int64_t to) {
      return x << static_cast<std::size_t>(exponent - to);
    };
    const std::int64_t finest = std::min({unit, v.exponent, -bits});
    const Integer off = abs(scaled(exact, unit, finest) - scaled(v.mantissa, v.exponent, finest));
    EXPECT_LE(off, scaled(v.error, v.exponent, finest)) << i;
    EXPECT_LE(scaled(v.error, v.exponent, finest), scaled(1, -bits, finest)) << i;
  }
}

TEST(Newton, StopsAndKeepsToItsMemory) {
  const PolyZ f = numerator_polynomial(parse_poly<PolyQ>("x^5 - 4*x + 1"));
  const LocatedRoot root = cells_of(f).front();
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(
      refine_by_newton(f.coefficients(), root.cell, 100'000, ExecutionContext().with_stop_token(source.get_token())),
      Cancelled);
  EXPECT_THROW(refine_by_newton(f.coefficients(), root.cell, 1'000'000, ExecutionContext().with_memory_limit(50'000)),
               MemoryLimit);
}

}  // namespace
}  // namespace polyfork::detail
