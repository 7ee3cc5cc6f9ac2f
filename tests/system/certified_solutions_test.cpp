// What `certify` proves, by every method.
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

#include "classical_systems.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/solve/radical_proof.hpp"
#include "system/solve/restrict_representation.hpp"
#include "system_families.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

TEST(CertifiedSolutions, HaveProvedBoxesByEveryMethod) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    const auto equations = system_of(s.variables, s.equations);
    for (const auto method : {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation}) {
      // By a representation of 100 solutions, where the others have triangular equations.
      if (method == SolutionMethod::representation && (name == "Circles" || name == "Wilkinsonxy")) continue;
      const auto found = real_solutions(equations, {.method = method, .certify = true});
      EXPECT_TRUE(found.boxes_proved) << name << ' ' << solution_method_name(method);
      EXPECT_TRUE(found.complete) << name << ' ' << solution_method_name(method);
      EXPECT_EQ(found.solutions.size(), s.real_solutions) << name;
    }
    const auto chains = chain_decomposition(equations, {.certify = true});
    EXPECT_TRUE(chains.points_proved) << name;
    EXPECT_TRUE(chains.proved) << name;
  }
}

/// Simple and multiple solutions, with rational coordinates and without.
TEST(CertifiedSolutions, HaveProvedBoxesWithoutAsking) {
  for (const ClassicalSystem& s : classical_systems)
    EXPECT_TRUE(real_solutions(system_of(s.variables, s.equations)).boxes_proved) << s.name;
  EXPECT_TRUE(real_solutions(cyclic(6)).boxes_proved);
  EXPECT_TRUE(real_solutions(noon(4)).boxes_proved);
}

/// Planted multiple solutions: the known points are all, and where one is left out nothing is proved.
TEST(CertifiedSolutions, AreCompleteWithMultipleSolutions) {
  for (const char* text : {"(x-1)^2*(x-2)-y^3*z,y^2-x*z^2+z^2,z^3-x*z", "x^2-y*z,y^2-x*z,z^3-x*y*z+x^2-1",
                           "x^3-y^2*z,y^3-z^2,z^2-z*y", "(x*y-1)^2,x^2+y^2-3+z,z^2"}) {
    const auto equations = system_of("x,y,z", text);
    const auto r = univariate_representation(equations, RepresentationOptions{true});
    if (r.dimension != 0) continue;
    EXPECT_TRUE(r.proved) << text;
    EXPECT_TRUE(detail::has_no_other_points(equations, r, ExecutionContext::default_context())) << text;
  }
  const auto equations = system_of("x,y", "x^2*(x-1)*(x^2-3),y^3-x*y^2");
  const auto r = univariate_representation(equations);
  EXPECT_TRUE(detail::has_no_other_points(equations, r, ExecutionContext::default_context()));
  const auto factors = factor(r.polynomial).factors;
  ASSERT_GT(factors.size(), 1U);
  for (const auto& f : factors) {
    const PolyZ rest = exact_div(r.polynomial, f.polynomial);
    const auto fewer = detail::restricted(r, rest, ExecutionContext::default_context());
    ASSERT_TRUE(fewer);
    EXPECT_TRUE(detail::describes_solutions(equations, *fewer, ExecutionContext::default_context()));
    EXPECT_FALSE(detail::has_no_other_points(equations, *fewer, ExecutionContext::default_context()));
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
