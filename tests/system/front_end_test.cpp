// What happens before a basis is computed, primes that mislead, numbers at the edges of the rules for boxes, and the
// agreement of the methods.
#include <polyfork/system/real_solutions.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/representation.hpp>

#include "classical_systems.hpp"
#include "random.hpp"
#include "system/solve/split_system.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

SolutionOptions by(SolutionMethod method) {
  SolutionOptions options;
  options.method = method;
  return options;
}

TEST(SystemMethods, AgreeOnClassicalSystems) {
  for (const ClassicalSystem& s : classical_systems) {
    const auto equations = system_of(s.variables, s.equations);
    const auto whole = real_solutions(equations, by(SolutionMethod::representation));
    EXPECT_EQ(whole.solutions.size(), s.real_solutions) << s.name;
    EXPECT_EQ(real_solutions(equations).solutions, whole.solutions) << s.name;
    if (whole.complex_solutions().value_or(1000) > 40) continue;
    EXPECT_EQ(real_solutions(equations, by(SolutionMethod::chains)).solutions, whole.solutions) << s.name;
  }
}

TEST(SplitSystem, RationalRootsOfLongEquationsInAnyVariable) {
  // Longer than what is factored: only rational roots are split off.
  for (const char* const variables : {"x,y", "y,x", "u,y,x"}) {
    const std::string last = variables[0] == 'u' ? ",u*y-x" : "";
    for (const SolutionMethod method : {SolutionMethod::automatic, SolutionMethod::representation}) {
      const auto found = real_solutions(system_of(variables, "x^200*y^200-1,x-y" + last), by(method)).solutions;
      ASSERT_EQ(found.size(), 2U) << variables;
      for (const RealSolution& s : found)
        for (const RootInterval& x : s.coordinates) EXPECT_TRUE(x.exact);
    }
    EXPECT_EQ(real_solutions(system_of(variables, "(3*y-2)*(y^130-5),x^3-y" + last)).solutions.size(), 3U);
  }
}

TEST(TriangularSystems, AreSolvedFibreByFibre) {
  for (const ClassicalSystem& s : triangular_systems) {
    const auto found = real_solutions(system_of(s.variables, s.equations));
    EXPECT_EQ(found.solutions.size(), s.real_solutions) << s.name;
    for (const SolvedPart& part : found.parts) EXPECT_EQ(part.method, SolutionMethod::chains) << s.name;
  }
}

TEST(TriangularSystems, AreFoundInAnyOrder) {
  const auto expected = real_solutions(system_of("x,y,z", "x^2 - 2,y^2 - x,z^3 - x*y")).solutions;
  EXPECT_EQ(expected.size(), 2U);
  EXPECT_EQ(expected, real_solutions(system_of("x,y,z", "z^3 - x*y,x^2 - 2,y^2 - x")).solutions);
  EXPECT_EQ(
      expected,
      real_solutions(system_of("x,y,z", "z^3 - x*y,x^2 - 2,y^2 - x"), by(SolutionMethod::representation)).solutions);
}

TEST(TriangularSystems, MayHaveMultipleRootsAboveAPoint) {
  // A double root above every point, and one above sqrt(2) alone.
  for (const char* text : {"x^2 - 2,(y - x)^2", "x^4 - 5*x^2 + 6,(y - 1)^2 - x^2 + 2", "x^2 - 2,(y - x)^2*(y + 1)"}) {
    const auto equations = system_of("x,y", text);
    const auto s = real_solutions(equations);
    EXPECT_EQ(s.solutions, real_solutions(equations, by(SolutionMethod::representation)).solutions) << text;
  }
}

TEST(TriangularSystems, MayHaveLeadingCoefficientsThatVanish) {
  // At x = 1, a rational point, the second equation has a lower degree.
  const auto s = real_solutions(system_of("x,y", "(x - 1)*(x - 2),(x - 1)*y^2 + y - 3"));
  EXPECT_EQ(s.solutions.size(), 3U);
  // At sqrt(2) alone.
  const auto equations = system_of("x,y", "x^4 - 5*x^2 + 6,(x^2 - 2)*y^2 + y - x");
  EXPECT_EQ(real_solutions(equations).solutions.size(), 4U);
  EXPECT_THROW(real_solutions(system_of("x,y", "x^2 - 1,(x - 1)*y")), DomainError);
  EXPECT_THROW(real_solutions(system_of("x,y", "x^2 + 1,(x^2 + 1)*y")), DomainError);
}

TEST(TriangularSystems, HaveRationalCoordinatesThatAreExact) {
  const auto s = real_solutions(system_of("x,y,z", "x^2 - 2,y*x^2 - y*x - 2*3 + 3*x,z^2 - x^2 - 2"));
  ASSERT_EQ(s.solutions.size(), 4U);
  for (const auto& solution : s.solutions) {
    EXPECT_EQ(solution.coordinates[1], point(3));
    EXPECT_TRUE(solution.coordinates[2] == point(2) || solution.coordinates[2] == point(-2));
  }
  const auto zero = real_solutions(system_of("x,y", "x^2 - 2,y^3 - (x^2 - 2)*y^2 + y"));
  ASSERT_EQ(zero.solutions.size(), 2U);
  EXPECT_EQ(zero.solutions[0].coordinates[1], point(0));
}

TEST(SplitSystem, ReplacesAndFactors) {
  const auto branches = detail::split_system(system_of("x,y,z", "x^2 - 3*x + 2,y + x - 1,z^4 - 1"),
                                             detail::LinearChoice::rarest, ExecutionContext::default_context());
  EXPECT_EQ(branches.size(), 6U);
  for (const auto& branch : branches) EXPECT_EQ(branch.solved.size() + branch.equations.size(), 3U);
  EXPECT_TRUE(detail::split_system(system_of("x", "x^2 - 1,x^2 - 4"), detail::LinearChoice::rarest,
                                   ExecutionContext::default_context())
                  .empty());
}

TEST(SplitSystem, SplitsRationalRootsOffHighDegrees) {
  const auto equations = system_of("x,y", "(x^150 - x - 1)*(2*x - 1)^2*(x + 3),y^2 - x - 4");
  EXPECT_EQ(detail::split_system(equations, detail::LinearChoice::rarest, ExecutionContext::default_context()).size(),
            4U);  // y^2 = 1 above -3
  const auto s = real_solutions(equations);
  // Four real values of x, all of them above -4.
  EXPECT_EQ(s.solutions.size(), 8U);
}

TEST(SplitSystem, KeepsInconsistencyProved) {
  const auto s = real_solutions(system_of("x,y", "x^2 - 1,x^2 - 4,x*y - 1"));
  EXPECT_EQ(s.dimension, -1);
  EXPECT_TRUE(s.complete);
  EXPECT_TRUE(real_solutions(system_of("x,y", "3,x*y - 1")).solutions.empty());
  // No real solution, finitely many complex ones.
  const auto t = real_solutions(system_of("x,y", "x^2 + 1,x*y^3 + y + x"));
  EXPECT_EQ(t.dimension, 0);
  EXPECT_TRUE(t.solutions.empty());
}

TEST(UnluckyPrimes, DoNotMislead) {
  // Each number is one that the greatest primes below 2^31 make equal to another.
  for (const char* text : {"x*y - 2147483648*y^2,x*y - y^2,y^2 - 1", "x*y - 2147483630*y^2,x*y - y^2,y^2 - 1"})
    EXPECT_TRUE(real_solutions(system_of("x,y", text), by(SolutionMethod::representation)).solutions.empty()) << text;
  const auto s =
      real_solutions(system_of("x,y,z", "x*y - 1,x*z - 2147483648*z^2 + z,z^2 - 3*z + 2,x*z + z - 2147483648*z^2"));
  EXPECT_EQ(s.solutions.size(), 2U);
}

TEST(Boxes, AreAFunctionOfTheNumbers) {
  // Rational numbers of more than 64 bits are in cells, whichever form the representation has and whatever they are.
  const std::string tall = "3^50/2";
  const auto one = real_solutions(system_of("x", "x - " + tall));
  ASSERT_EQ(one.solutions.size(), 1U);
  const auto other = real_solutions(system_of("x,y", "x - " + tall + ",y^2 - 2"));
  ASSERT_EQ(other.solutions.size(), 2U);
  EXPECT_FALSE(one.solutions[0].coordinates[0].exact);
  EXPECT_FALSE(other.solutions[0].coordinates[0].exact);
  const auto representation =
      real_solutions(system_of("x,y", "x - " + tall + ",y^2 - 2"), by(SolutionMethod::representation));
  EXPECT_EQ(representation.solutions, other.solutions);
  // The end of a cell of the common level is exact.
  SolutionOptions options;
  options.width = Rational(1, 4);
  EXPECT_EQ(real_solutions(system_of("x", "x - " + tall), options).solutions[0].coordinates[0].exact, true);
  options = {};
  options.exact_bits = 128;
  EXPECT_TRUE(real_solutions(system_of("x", "x - " + tall), options).solutions[0].coordinates[0].exact);
  options.exact_bits = 0;
  EXPECT_THROW(real_solutions(system_of("x", "x"), options), DomainError);
}

TEST(SystemMethods, DoNotDependOnTheFormOfTheEquations) {
  const auto expected = real_solutions(system_of("x,y", "x^2*y^2 - 2*x^2 - 4*y^2 + 8,x^3 - 3*x*y^2 + y - 1"));
  EXPECT_EQ(expected.solutions.size(), 10U);
  for (const char* text :
       {"(x - 2)*(x + 2)*(y^2 - 2),x*(x^2 - 3*y^2) + y - 1", "(x^2 - 4)*(y^2/2 - 1)/3,x^3/6 - x*y^2/2 + (y - 1)/6",
        "(y - 1) + x^3 - 3*y*x*y,((x*y)^2 - 2*(x^2 + 2*y^2 - 4))*(-7/5)"})
    for (const SolutionMethod method :
         {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation})
      EXPECT_EQ(real_solutions(system_of("x,y", text), by(method)).solutions, expected.solutions) << text;
}

TEST(SystemMethodsProperty, AgreeOnRandomTriangularSystems) {
  Random r(11);
  for (int round = 0; round < 25; ++round) {
    const Variables v({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
    std::vector<MultiPolyQ> equations;
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<MultiPolyQ::Term> terms;
      std::vector<std::uint64_t> top(3, 0);
      top[k] = 1 + r.below(3);
      terms.push_back({top, Rational(1 + static_cast<std::int64_t>(r.below(3)))});
      for (int i = 0; i < 5; ++i) {
        std::vector<std::uint64_t> e(3, 0);
        for (std::size_t j = 0; j < k; ++j) e[j] = r.below(3);
        e[k] = r.below(top[k]);
        terms.push_back({e, Rational(static_cast<std::int64_t>(r.below(9)) - 4)});
      }
      equations.push_back(MultiPolyQ::from_terms(v, terms));
    }
    const auto chains = real_solutions(equations);
    EXPECT_EQ(chains.solutions, real_solutions(equations, by(SolutionMethod::representation)).solutions)
        << "round " << round;
  }
}

/// Lines, conics and close pairs of them, simple or not, by chance: in the x-y-plane.
std::string random_curve(Random& r) {
  const std::vector<std::string> curves = {
      "(x - A)",           "(y - A)",   "(x*y - A)",         "(x^2 + y^2 - A)",
      "(y^2 - 2*x - A)",   "(x^2 - 2)", "(2*x - y + A/3)^2", "(y - A)*(y - A - 1/2^40)",
      "(x^3 - A*x + y^2)", "(x - A)^3"};
  std::string text = curves[r.below(curves.size())];
  const std::string number = "(" + std::to_string(static_cast<std::int64_t>(r.below(6)) - 2) + ")";
  for (std::size_t at = 0; (at = text.find('A', at)) != std::string::npos;) text.replace(at, 1, number);
  return text;
}

TEST(SystemMethodsProperty, AgreeOnRandomShapes) {
  Random r(12);
  // Coordinates; nothing where there are infinitely many solutions.
  const auto solve = [](const std::vector<MultiPolyQ>& equations, SolutionMethod method) {
    std::optional<std::vector<RealSolution>> solutions;
    try {
      solutions = real_solutions(equations, by(method)).solutions;
    } catch (const DomainError&) {
    }
    return solutions;
  };
  for (int round = 0; round < 30; ++round) {
    std::string text;
    for (std::size_t n = 1 + r.below(5) * 2 / 3; n > 0; --n)
      text += (text.empty() ? "" : ",") + random_curve(r) + (r.below(2) == 0 ? "*" + random_curve(r) : "");
    std::vector<MultiPolyQ> equations = system_of("x,y", text);
    const auto expected = solve(equations, SolutionMethod::automatic);
    for (MultiPolyQ& f : equations) f *= Rational(3, 7);
    std::reverse(equations.begin(), equations.end());
    for (const SolutionMethod method : {SolutionMethod::chains, SolutionMethod::representation}) {
      const auto solutions = solve(equations, method);
      ASSERT_EQ(solutions.has_value(), expected.has_value()) << text;
      if (!expected) continue;
      ASSERT_EQ(solutions->size(), expected->size()) << text;
      for (std::size_t i = 0; i < expected->size(); ++i) {
        EXPECT_EQ((*solutions)[i].coordinates, (*expected)[i].coordinates) << text;
        const auto a = (*solutions)[i].multiplicity;
        const auto b = (*expected)[i].multiplicity;
        EXPECT_TRUE(a == b || !a || !b) << text;
      }
    }
  }
}

}  // namespace
}  // namespace polyfork::test
