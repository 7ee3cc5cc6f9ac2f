// How many solutions exponents allow.
#include <string>

#include <gtest/gtest.h>
#include <polyfork/system/representation.hpp>

#include "random.hpp"
#include "system/bivariate/solution_bound.hpp"
#include "system/modular/integer_system.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

double bound_of(const std::vector<MultiPolyQ>& equations) {
  return detail::most_isolated_solutions(detail::integer_system(equations));
}

TEST(SolutionBound, IsAMixedArea) {
  EXPECT_EQ(bound_of(system_of("x,y", "x^3 + y^3 + x - 1,x^2 + x*y + y^2 - 5")), 6);  // Bezout's number
  EXPECT_EQ(bound_of(system_of("x,y", "x*y + x + y - 3,2*x*y - x + 5*y + 1")), 2);
  EXPECT_EQ(bound_of(system_of("x,y", "x^2*y^2 - 1,x + y")), 4);
  EXPECT_EQ(bound_of(system_of("x,y", "x^50*y^50 + x + y,x^50*y^50 + 3*x - y + 1")), 100);
  EXPECT_EQ(bound_of(system_of("x,y", "x^7 - 2,y - 3")), 7);
  EXPECT_EQ(bound_of(system_of("x,y", "x^7 - 2,x - 3")), 0);
}

TEST(SolutionBoundProperty, IsNotExceeded) {
  Random r(31);
  int equal = 0;
  for (int round = 0; round < 150; ++round) {
    std::string text;
    for (int k = 0; k < 2; ++k) {
      text += k == 0 ? "0" : ",0";
      for (int i = 2 + static_cast<int>(r.below(4)); i > 0; --i)
        text += "+" + std::to_string(1 + r.below(97)) + "*x^" + std::to_string(r.below(7)) + "*y^" +
                std::to_string(r.below(7));
    }
    const auto equations = system_of("x,y", text);
    if (equations[0].is_constant() || equations[1].is_constant()) continue;
    const UnivariateRepresentation found = univariate_representation(equations);
    if (found.dimension > 0) continue;
    EXPECT_LE(static_cast<double>(found.degree), bound_of(equations)) << text;
    if (static_cast<double>(found.degree) == bound_of(equations)) ++equal;
  }
  EXPECT_GT(equal, 20);
}

}  // namespace
}  // namespace polyfork::test
