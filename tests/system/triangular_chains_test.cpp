// Triangular equations as chains: found in every order of the variables, taken apart where leading coefficients are
// zero or roots multiple, and equal to the chains that representations give.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "classical_systems.hpp"
#include "random.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using Chains = std::vector<RegularChain<Rationals>>;

constexpr ChainOptions regular{ChainShape::regular};
constexpr ChainOptions regular_in_any_order{ChainShape::regular, false, true};

std::vector<std::string> texts(const Chains& chains) {
  std::vector<std::string> result;
  for (const auto& chain : chains) result.push_back(chain.to_string());
  return result;
}

std::vector<std::string> decomposed(const std::string& variables, const std::string& equations,
                                    const ChainOptions& options = regular) {
  const auto found = chain_decomposition(system_of(variables, equations), options);
  EXPECT_TRUE(found.proved) << equations;
  EXPECT_EQ(found.dimension, found.chains.empty() ? -1 : 0) << equations;
  return texts(found.chains);
}

using Texts = std::vector<std::string>;

TEST(TriangularChains, KeepTriangularEquations) {
  EXPECT_EQ(decomposed("y,x", "y^2-x,x^2-1"), (Texts{"x^2 - 1, y^2 - x"}));
  // Linear equations are solved for the greatest variable, and values reduced.
  EXPECT_EQ(decomposed("z,y,x", "x^2-2,y^2-x^3,2*z-y-x"), (Texts{"x^2 - 2, y^2 - 2*x, z - 1/2*y - 1/2*x"}));
  // The leading coefficient x is invertible.
  EXPECT_EQ(decomposed("y,x", "x*y^2-1,x^2-2"), (Texts{"x^2 - 2, y^2 - 1/2*x"}));
}

TEST(TriangularChains, AreTakenApart) {
  // A leading coefficient that is zero at x = 0 only, where another degree is left.
  EXPECT_EQ(decomposed("y,x", "x^2-x,x*y^2+y-1"), (Texts{"x, y - 1", "x - 1, y^2 + y - 1"}));
  // Nothing is left at one of the points: no solution there.
  EXPECT_EQ(decomposed("y,x", "x^3-2*x,x*y-1"), (Texts{"x^2 - 2, y - 1/2*x"}));
  // Multiple roots, at some points only.
  EXPECT_EQ(decomposed("y,x", "x^4-5*x^2+6,y^2-(x^2-2)*y"), (Texts{"x^2 - 2, y", "x^2 - 3, y^2 - y"}));
  EXPECT_EQ(decomposed("y,x", "(x^2-2)^2,(y^2-x)^3"), (Texts{"x^2 - 2, y^2 - x"}));
  EXPECT_TRUE(decomposed("y,x", "x^2-x,0*y+1").empty());
  EXPECT_THROW(decomposed("y,x", "x^2-x,x*y^2-x"), PositiveDimension);
}

TEST(TriangularChains, AreFoundInEveryOrder) {
  const std::string equations = "x^100-x-1,y^2-x,z^2-y-x";
  const auto found = chain_decomposition(system_of("x,y,z", equations), regular_in_any_order);
  EXPECT_TRUE(found.proved);
  ASSERT_EQ(found.chains.size(), 1U);
  EXPECT_EQ(found.chains[0].variables().names(), (std::vector<std::string>{"z", "y", "x"}));
  EXPECT_EQ(found.chains[0].to_string(), "x^100 - x - 1, y^2 - x, z^2 - y - x");
  // An order that the equations have is kept.
  EXPECT_EQ(chain_decomposition(system_of("x,y", "y^2-2,x^2-3"), regular_in_any_order).chains[0].to_string(),
            "y^2 - 2, x^2 - 3");
}

TEST(TriangularChains, OfTheTablesSystems) {
  for (const ClassicalSystem& s : triangular_systems) {
    const auto system = system_of(s.variables, s.equations);
    for (const auto shape : {ChainShape::regular, ChainShape::equiprojectable}) {
      const auto found = chain_decomposition(system, {shape});
      EXPECT_TRUE(found.proved) << s.name;
      for (const auto& chain : found.chains)
        for (const MultiPolyQ& f : system) EXPECT_TRUE(chain.contains(f)) << s.name;
    }
  }
}

/// A random polynomial in the variable and those after it, with few and small coefficients.
std::string random_equation(Random& r, const std::string& x, const std::string& below) {
  const auto small = [&] { return std::to_string(static_cast<int>(r.below(5)) - 2); };
  std::string f = small() + "*" + x + "^3";
  for (int i = 0; i < 3; ++i)
    f += "+" + small() + "*" + x + "^" + std::to_string(r.below(4)) + (below.empty() ? "" : "*" + below);
  if (!below.empty()) f += "+" + small() + "*(" + below + "-1)*" + x + "^3";
  return f + "+" + small() + "*" + x + "+" + small();
}

TEST(TriangularChainsProperty, HaveThePointsOfConjugateChains) {
  Random r(11);
  int regular_ones = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string equations = random_equation(r, "x", "") + "," + random_equation(r, "y", "x") + "," +
                                  (round % 2 == 0 ? "z-y*x" : random_equation(r, "z", "y"));
    const auto system = system_of("z,y,x", equations);
    Chains conjugate;
    try {
      conjugate = triangular_decomposition(system, ChainOptions{ChainShape::conjugate});
    } catch (const PositiveDimension&) {
      EXPECT_THROW(chain_decomposition(system, regular), PositiveDimension) << equations;
      continue;
    }
    const auto found = chain_decomposition(system, regular);
    if (found.proved && !found.chains.empty()) ++regular_ones;
    std::size_t points = 0;
    for (const auto& chain : found.chains) points += chain.degree();
    std::size_t expected = 0;
    for (const auto& chain : conjugate) expected += chain.degree();
    EXPECT_EQ(points, expected) << equations;
    EXPECT_EQ(texts(RegularChain<Rationals>::equiprojectable_decomposition(found.chains)),
              texts(RegularChain<Rationals>::equiprojectable_decomposition(conjugate)))
        << equations;
  }
  EXPECT_GT(regular_ones, 15);
}

/// One of the kinds of equations that decompositions treat in different ways.
std::string random_part(Random& r, const std::vector<std::string>& variables) {
  const auto x = [&] { return variables[r.below(variables.size())]; };
  const auto small = [&] { return std::to_string(static_cast<int>(r.below(7)) - 3); };
  switch (r.below(5)) {
    case 0:
      return small() + "*" + x() + "+" + small() + "*" + x() + "+" + small();
    case 1: {
      const std::string v = x();
      return "(" + v + "-" + std::to_string(r.below(3)) + ")*(" + v + "^2-" + std::to_string(r.below(5)) + ")";
    }
    case 2:
      return "(" + x() + "^2-" + x() + ")^" + std::to_string(1 + r.below(2));
    default: {
      std::string f = small();
      for (int i = 0; i < 3; ++i) f += "+" + small() + "*" + x() + "^" + std::to_string(r.below(3)) + "*" + x();
      return f;
    }
  }
}

TEST(TriangularChainsProperty, HaveTheSolutionsOfAnySystem) {
  Random r(12);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    const std::vector<std::string> names =
        round % 2 == 0 ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"x", "y", "z"};
    std::string equations = random_part(r, names);
    for (std::size_t i = 1; i < names.size() + (round % 5 == 0 ? 1 : 0); ++i) equations += "," + random_part(r, names);
    const auto system = system_of(round % 2 == 0 ? "x,y" : "x,y,z", equations);
    for (const ChainOptions& options : {regular, regular_in_any_order}) {
      ChainDecomposition found;
      try {
        found = chain_decomposition(system, options);
      } catch (const PositiveDimension&) {
        EXPECT_THROW(triangular_decomposition(system), PositiveDimension) << equations;
        continue;
      }
      // In the order that was found.
      auto ordered = system;
      if (!found.chains.empty())
        for (MultiPolyQ& f : ordered)
          f = f.with_variables(found.chains[0].variables(), ExecutionContext::default_context());
      EXPECT_EQ(texts(RegularChain<Rationals>::equiprojectable_decomposition(found.chains)),
                texts(RegularChain<Rationals>::equiprojectable_decomposition(triangular_decomposition(ordered))))
          << equations;
      ++compared;
    }
  }
  EXPECT_GT(compared, 80);
}

}  // namespace
}  // namespace polyfork::test
