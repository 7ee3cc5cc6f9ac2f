// Cells from guesses in floating point are those of quadratic refinement.
#include "rootiso/refine/guess_cell.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "integer_generators.hpp"
#include "rootiso/algebraic/located_root.hpp"
#include "rootiso/refine/refine.hpp"

namespace polyfork::detail {
namespace {

struct Guesses {
  std::size_t all = 0;
  std::size_t found = 0;
};

/// Looks at all irrational roots at several levels.
Guesses expect_cells_of_quadratic_refinement(const PolyZ& f, const std::string& name) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  Guesses guesses;
  const auto source = preprocess_for_roots(f, ctx);
  for (const RootInterval& root : isolate_real_roots(f).roots) {
    const LocatedRoot located = locate_isolated_root(source, root, ctx);
    if (located.exact) continue;
    const IntegerVector& g = located.polynomial().coefficients();
    for (const std::int64_t more : {1, 5, 30, 64, 130, 256, 700}) {
      const std::int64_t level = located.cell.k + more;
      const DyadicCell expected = refine_quadratically(g, located.cell, level, ctx);
      EXPECT_EQ(refine_cell(g, located.cell, level, ctx), expected) << name << ' ' << more;
      const auto guessed = guessed_cell(g, located.cell, level, ctx);
      ++guesses.all;
      if (!guessed) continue;
      ++guesses.found;
      EXPECT_EQ(*guessed, expected) << name << ' ' << more;
      // From a narrow cell, where floating point knows only one number.
      const DyadicCell narrow = refine_quadratically(g, located.cell, located.cell.k + 100, ctx);
      if (level < narrow.k) continue;
      if (const auto later = guessed_cell(g, narrow, level, ctx)) {
        EXPECT_EQ(*later, expected) << name << ' ' << more;
      }
    }
  }
  return guesses;
}

TEST(GuessedCell, IsThatOfQuadraticRefinement) {
  for (const char* text :
       {"x^2 - 2", "x^3 - 3*x + 1", "x^5 - 4*x + 1", "x^8 - 7*x^5 + x + 3", "x^20 - 17*x^11 + 3*x^4 - 5*x + 1"}) {
    const Guesses guesses = expect_cells_of_quadratic_refinement(numerator_polynomial(parse_poly<PolyQ>(text)), text);
    EXPECT_EQ(guesses.found, guesses.all) << text;
  }
  // Numbers beyond the range of floating point, roots near others, near zero, and far from it.
  for (const char* text :
       {"1000000000000*x^2 - 2", "x^2 - 10^60 - 1", "x^5 - 2*(100*x - 1)^2", "x^11 - 2*(10000*x - 1)^2",
        "10^300*x^3 - 5*x + 1", "10^400*x^3 - 10^100*x + 1", "x^3 - 10^1000", "10^1000*x^3 - 2", "10^700*x^7 - x - 1",
        "x^40 - 3*x^39 + 2*x^7 - x + 1/7", "x^60 - (2^40*x^2 - 3)^2", "10^60*(x^2 - 2)^3 - 1"})
    expect_cells_of_quadratic_refinement(numerator_polynomial(parse_poly<PolyQ>(text)), text);
}

TEST(GuessedCellProperty, RandomPolynomials) {
  test::IntegerGenerator g(972);
  Guesses guesses;
  for (int i = 0; i < 40; ++i) {
    const PolyZ f(g.vector(3 + g.random().below(i % 4 == 0 ? 60 : 14), 1 + g.random().below(i % 5 == 0 ? 12 : 1)));
    if (f.degree() < 2) continue;
    const Guesses some = expect_cells_of_quadratic_refinement(f, std::to_string(i));
    guesses.all += some.all;
    guesses.found += some.found;
  }
  EXPECT_GT(guesses.found, guesses.all / 2);
}

TEST(GuessedCell, KeepsToItsMemory) {
  const PolyZ f = numerator_polynomial(parse_poly<PolyQ>("x^200 - 4*x + 1"));
  const DyadicCell cell{Integer(0), 1};
  EXPECT_THROW(guessed_cell(f.coefficients(), cell, 200, ExecutionContext().with_memory_limit(1000)), MemoryLimit);
}

}  // namespace
}  // namespace polyfork::detail
