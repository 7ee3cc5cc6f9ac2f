// What `certify` proves, by every method.
#include <cstdlib>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "classical_systems.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

/// Systems with multiple solutions, of which nothing but resultants and triangular equations tells the number.
const std::set<std::string> with_multiple_solutions = {"4-Body-Homog", "Caprasse", "Neural-Network", "Rose"};

TEST(CertifiedSolutions, HaveProvedBoxesByEveryMethod) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    if (name == "eco 8") continue;
    const auto equations = system_of(s.variables, s.equations);
    for (const auto method : {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation}) {
      // By a representation of 100 solutions, where the others have triangular equations.
      if (method == SolutionMethod::representation && (name == "Circles" || name == "Wilkinsonxy")) continue;
      const auto found = real_solutions(equations, {.method = method, .certify = true});
      EXPECT_TRUE(found.boxes_proved) << name << ' ' << solution_method_name(method);
      EXPECT_EQ(found.complete, !with_multiple_solutions.contains(name)) << name << ' ' << solution_method_name(method);
      EXPECT_EQ(found.solutions.size(), s.real_solutions) << name;
    }
    const auto chains = chain_decomposition(equations, {.certify = true});
    EXPECT_TRUE(chains.points_proved) << name;
    EXPECT_EQ(chains.proved, !with_multiple_solutions.contains(name)) << name;
  }
}

TEST(CertifiedSolutions, AreProvedWithoutAskingWhereThatIsCheap) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    if (name != "Arnborg-Lazard" && name != "Caprasse" && name != "Czapor-Geddes-Wang" && name != "Katsura-4") continue;
    EXPECT_TRUE(real_solutions(system_of(s.variables, s.equations)).boxes_proved) << name;
  }
}

TEST(CertifiedSolutions, OfLargeSquareSystemsAreCompleteWithoutAsking) {
  // Katsura's system in 8 variables: 128 solutions, the product of the degrees.
  for (const int n : {7}) {
    std::string variables = "x0";
    std::string sum = "x0-1";
    for (int i = 1; i <= n; ++i) {
      variables += ",x" + std::to_string(i);
      sum += "+2*x" + std::to_string(i);
    }
    std::string equations = sum;
    for (int m = 0; m < n; ++m) {
      equations += ",-x" + std::to_string(m);
      for (int i = -n; i <= n; ++i)
        if (std::abs(m - i) <= n)
          equations += "+x" + std::to_string(std::abs(i)) + "*x" + std::to_string(std::abs(m - i));
    }
    const auto found = real_solutions(system_of(variables, equations));
    EXPECT_EQ(found.complex_solutions(), std::size_t{1} << n);
    EXPECT_TRUE(found.boxes_proved && found.complete) << n;
  }
}

}  // namespace
}  // namespace polyfork::test
