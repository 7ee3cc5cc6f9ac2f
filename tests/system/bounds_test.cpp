// Solutions within intervals, and values of expressions at solutions.
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "classical_systems.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

SolutionOptions within(std::vector<CoordinateBounds> bounds) {
  SolutionOptions options;
  options.bounds = std::move(bounds);
  return options;
}

const ClassicalSystem& katsura_4() { return classical_systems[7]; }

TEST(SolutionBounds, ChooseAmongTheBoxes) {
  const auto equations = system_of(katsura_4().variables, katsura_4().equations);
  const auto all = real_solutions(equations).solutions;
  const Rational third(1, 3);
  for (const SolutionMethod method : {SolutionMethod::automatic, SolutionMethod::representation}) {
    // The end is a coordinate of one of the solutions.
    SolutionOptions options = within({{third, std::nullopt}});
    options.method = method;
    std::vector<RealSolution> expected;
    for (const RealSolution& s : all)
      if (s.coordinates[0].lower >= third) expected.push_back(s);
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(real_solutions(equations, options).solutions, expected);
    options.bounds = {{std::nullopt, third}};
    EXPECT_EQ(real_solutions(equations, options).solutions.size() + expected.size() - 1, all.size());
  }
}

TEST(SolutionBounds, AreComparedExactly) {
  // sqrt(2) between two neighbours of 60 digits, and a rational number that is too long to be exact.
  const Rational low("141421356237309504880168872420969807856967187537694807317667/1" + std::string(59, '0'));
  const Rational high = low + Rational("1/1" + std::string(59, '0'));
  const auto equations = system_of("x,y", "x^2-2,100000000000000000000000000000*y-1");
  const Rational tall("1/100000000000000000000000000000");
  EXPECT_EQ(real_solutions(equations, within({{low, high}, {tall, tall}})).solutions.size(), 1U);
  EXPECT_EQ(real_solutions(equations, within({{high, std::nullopt}})).solutions.size(), 0U);
  EXPECT_EQ(real_solutions(equations, within({{std::nullopt, low}})).solutions.size(), 1U);
  EXPECT_EQ(real_solutions(equations, within({{}, {tall, std::nullopt}})).solutions,
            real_solutions(equations).solutions);
  EXPECT_THROW(real_solutions(equations, within({{high, low}})), DomainError);
  EXPECT_THROW(real_solutions(equations, within({{}, {}, {}})), DomainError);
}

TEST(SolutionValues, AreFurtherCoordinates) {
  const auto equations = system_of("x,y", "x*y-1,x^2+y^2-3");
  const Variables& v = equations[0].variables();
  const auto found = solutions_with_values(
      equations, {{"a", parse_poly<MultiPolyQ>("x^2+y^2-3", v)}, {"b", parse_poly<MultiPolyQ>("x-y", v)}});
  EXPECT_EQ(found.variables.names(), (std::vector<std::string>{"x", "y", "a", "b"}));
  ASSERT_EQ(found.solutions.size(), 4U);
  const auto plain = real_solutions(equations).solutions;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(found.solutions[i].coordinates[0], plain[i].coordinates[0]);
    EXPECT_EQ(found.solutions[i].coordinates[2], point(0));
    EXPECT_EQ(found.solutions[i].coordinates[3], point(i % 2 == 0 ? -1 : 1));
  }
  SolutionOptions options = within({{}, {}, {}, {Rational(1, 2), std::nullopt}});
  EXPECT_EQ(solutions_with_values(
                equations, {{"a", parse_poly<MultiPolyQ>("x+y", v)}, {"b", parse_poly<MultiPolyQ>("x-y", v)}}, options)
                .solutions.size(),
            2U);
  EXPECT_THROW(solutions_with_values(equations, {{"x", parse_poly<MultiPolyQ>("y", v)}}), DomainError);
}

/// The names that values have within the solver are nobody's business.
TEST(SolutionValues, AreNotNamedByErrors) {
  const auto equations = system_of("x,y", "x*y");
  try {
    solutions_with_values(equations, {{"v", parse_poly<MultiPolyQ>("x+y", equations[0].variables())}});
    FAIL() << "infinitely many solutions";
  } catch (const PositiveDimension& e) {
    EXPECT_EQ(e.dimension(), 1);
    EXPECT_NE(std::string(e.what()).find("in the variables x, y ("), std::string::npos) << e.what();
  }
}

/// Coordinates 2^-200 apart are told from one another.
TEST(SolutionValues, HaveTheirSigns) {
  const auto equations = system_of("x,y",
                                   "x^2-2,1606938044258990275541962092341162602522202993782792835301376*y-"
                                   "1606938044258990275541962092341162602522202993782792835301376*x-1");
  const auto found = solutions_with_values(equations, {{"d", parse_poly<MultiPolyQ>("x-y", equations[0].variables())}});
  ASSERT_EQ(found.solutions.size(), 2U);
  for (const RealSolution& s : found.solutions) EXPECT_LT(s.coordinates[2].lower.sign(), 0);
}

}  // namespace
}  // namespace polyfork::test
