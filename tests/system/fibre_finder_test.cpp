// Fibres above rational points at which leading coefficients vanish: numbers that are nearly equal, and the polynomials
// that coordinates are roots of.
#include "system/chains/fibre_finder.hpp"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/solution_values.hpp>

#include "system_text.hpp"

namespace polyfork::test {
namespace {

/// A polynomial in x and y with so many terms that x = 1 is not put into it while the system is taken apart.
std::string long_polynomial() {
  std::string h;
  for (int i = 0; i < 64; ++i)
    for (int j = 4; j < 68; ++j)
      h += (h.empty() ? "" : "+") + std::to_string(1 + (7 * i + 5 * j) % 11) + "*x^" + std::to_string(i) + "*y^" +
           std::to_string(j);
  return h;
}

TEST(FibreFinder, TellNumbersApartAboveVanishingLeadingCoefficients) {
  // z = 1/3 - y/(3*2^1000), y = -+sqrt(2), at x = 1: the leading coefficients in y vanish there.
  const auto equations = system_of("x,y,z", "x-1,(x-1)*y^3+y^2-2," + pow(Integer(2), 1000).to_string() +
                                                "*(3*z-1)+(x-1)*(" + long_polynomial() + ")+y");
  const auto s = real_solutions(equations);
  ASSERT_EQ(s.solutions.size(), 2U);
  for (const auto& solution : s.solutions) {
    EXPECT_EQ(solution.coordinates[0], point(1));
    EXPECT_FALSE(solution.coordinates[2].exact);
  }
  SolutionOptions options;
  options.method = SolutionMethod::representation;
  EXPECT_EQ(s.solutions, real_solutions(equations, options).solutions);
  // z = 1/3 above both: the same polynomials, and the number that is equal.
  const auto equal = real_solutions(
      system_of("x,y,z", "x-1,(x-1)*y^3+y^2-2,(x-1)*(" + long_polynomial() + ")+(3*z-1)*(z^2+y^2)+y^2-2"));
  ASSERT_EQ(equal.solutions.size(), 2U);
  for (const auto& solution : equal.solutions) EXPECT_EQ(solution.coordinates[2], point(1, 3));
}

TEST(FibreFinder, HaveAlgebraicCoordinatesAboveVanishingLeadingCoefficients) {
  // Both leading coefficients in y vanish at x = 1, a root that nothing has taken off.
  const auto s = real_solutions(system_of("x,y,z", "x-1,(x-1)*y^3+y^2-2,z^3+(x-1)*(" + long_polynomial() + ")-y-1"));
  ASSERT_EQ(s.solutions.size(), 2U);
  for (const auto& solution : s.solutions) {
    // (z^3 - 1)^2 = 2
    EXPECT_EQ(algebraic_coordinate(solution, 2).minimal_polynomial(), (PolyZ{-1, 0, 0, -2, 0, 0, 1}));
  }
  // At the complex roots of x^2 + 1 both vanish, too.
  detail::FibreFinder finder(
      *detail::triangular_system(
          detail::integer_system(system_of("x,y,z", "(x^2-2)*(x^2+1),(x^2+1)*y^2+y-1,(x^2+1)*y^3+z^2-3")),
          {true, true, true}),
      64, ExecutionContext::default_context());
  ASSERT_TRUE(finder.decided());
  ASSERT_GT(finder.size(), 0U);
  for (std::size_t i = 0; i < finder.size(); ++i)
    EXPECT_FALSE(finder.annihilator(i, 2, ExecutionContext::default_context()).is_zero());
}

}  // namespace
}  // namespace polyfork::test
