// Systems that are Groebner bases already, in some order of the monomials.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/representation.hpp>

#include "classical_systems.hpp"
#include "system/modular/leading_power_order.hpp"
#include "system/proofs/leading_powers.hpp"
#include "system_families.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

struct KnownSystem {
  std::vector<MultiPolyQ> equations;
  std::uint64_t degree = 1;
};

/// Equations with a power of each variable and random terms of lower weighted degree, in variables and a sequence that
/// do not tell the weights.
KnownSystem random_known_system(std::mt19937& random, std::size_t n) {
  const auto below = [&](std::uint32_t end) { return random() % end; };
  std::vector<std::uint64_t> weights;
  std::vector<std::uint64_t> degrees;
  for (std::size_t v = 0; v < n; ++v) {
    weights.push_back(1 + below(4));
    degrees.push_back(2 + below(2));
  }
  std::vector<std::string> names;
  names.reserve(n);
  for (std::size_t v = 0; v < n; ++v) names.push_back("x" + std::to_string(v));
  std::shuffle(names.begin(), names.end(), random);
  const Variables variables(names, MonomialOrder::graded_reverse_lex);
  KnownSystem system;
  for (std::size_t v = 0; v < n; ++v) {
    MultiPolyQ::Exponents leading(n, 0);
    leading[v] = degrees[v];
    std::vector<MultiPolyQ::Term> terms{{leading, Rational(static_cast<std::int64_t>(1 + below(5)))}};
    for (int i = 0; i < 6; ++i) {
      MultiPolyQ::Exponents exponents(n, 0);
      std::uint64_t room = below(static_cast<std::uint32_t>(weights[v] * degrees[v]));
      for (int tries = 0; tries < 6; ++tries) {
        const std::size_t u = below(static_cast<std::uint32_t>(n));
        if (weights[u] > room) continue;
        ++exponents[u];
        room -= weights[u];
      }
      terms.push_back({exponents, Rational(static_cast<std::int64_t>(below(19)) - 9)});
    }
    system.equations.push_back(
        MultiPolyQ::from_terms(Rationals{}, variables, terms, ExecutionContext::default_context()));
    system.degree *= degrees[v];
  }
  std::shuffle(system.equations.begin(), system.equations.end(), random);
  return system;
}

std::vector<MultiPolyZp> reduced(const std::vector<MultiPolyQ>& polynomials, const PrimeField& field) {
  std::vector<MultiPolyZp> result;
  result.reserve(polynomials.size());
  for (const MultiPolyQ& f : polynomials) result.push_back(reduce(f, field));
  return result;
}

TEST(KnownBasis, IsFoundInAnyOrderOfTheVariables) {
  std::mt19937 random(31);
  for (int run = 0; run < 60; ++run) {
    const KnownSystem system = random_known_system(random, 2 + run % 3);
    const auto weights = detail::weights_for_leading_powers(detail::integer_system(system.equations));
    ASSERT_TRUE(weights) << run;
    const auto& ctx = ExecutionContext::default_context();
    const auto classes = detail::residue_classes(detail::integer_equations(system.equations, ctx), *weights);
    ASSERT_TRUE(classes && classes->exact) << run;
    EXPECT_EQ(classes->count, system.degree) << run;
    // The number of residue classes by a basis that knows nothing of that.
    const PrimeField field(2147483629);
    const auto basis = groebner_basis(reduced(system.equations, field));
    const IdealShape shape = ideal_shape(basis, system.equations[0].variables().size());
    EXPECT_EQ(shape.dimension, 0) << run;
    EXPECT_EQ(shape.degree, system.degree) << run;
  }
}

TEST(KnownBasis, GivesTheRepresentationAndBases) {
  std::mt19937 random(32);
  const PrimeField field(2147483629);
  for (int run = 0; run < 12; ++run) {
    const KnownSystem system = random_known_system(random, 2 + run % 2);
    const auto r = univariate_representation(system.equations, RepresentationOptions{true});
    EXPECT_EQ(r.degree, system.degree) << run;
    EXPECT_TRUE(r.proved) << run;
    // The change of order begins in the known order, that modulo a prime in the order grevlex.
    for (const auto order : {MonomialOrder::lex, MonomialOrder::graded_reverse_lex}) {
      const auto basis = rational_groebner_basis(system.equations, {order, true});
      EXPECT_TRUE(basis.proved) << run;
      EXPECT_EQ(reduced(basis.polynomials, field), groebner_basis(reduced(system.equations, field), order)) << run;
    }
  }
}

TEST(KnownBasis, MakesAnswersComplete) {
  // The product of the degrees is 12, but there are 8 residue classes.
  const auto equations = system_of("z,x,y", "x^2-y^3+z*y-1,y^2+z-3,z^2-x+2*y");
  const auto plan = plan_real_solutions(equations, {.method = SolutionMethod::representation});
  ASSERT_EQ(plan.size(), 1U);
  EXPECT_EQ(plan[0].known_degree, 8U);
  const auto found = real_solutions(equations, {.method = SolutionMethod::representation});
  EXPECT_EQ(found.complex_solutions(), 8U);
  EXPECT_TRUE(found.boxes_proved && found.complete);
  ASSERT_EQ(found.parts.size(), 1U);
  EXPECT_TRUE(found.parts[0].known_basis);
  // An equation more makes no basis, but a bound.
  EXPECT_EQ(plan_real_solutions(system_of("x,y", "x^2-y^3-y,y^2-3,x*y-x-1"), {})[0].known_degree, std::nullopt);
}

TEST(KnownBasis, IsNotSeenInOtherSystems) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    const auto weights =
        detail::weights_for_leading_powers(detail::integer_system(system_of(s.variables, s.equations)));
    EXPECT_EQ(weights.has_value(), name == "L-3" || name == "Circles" || name == "Wilkinsonxy" || name == "R-6")
        << name;
  }
  EXPECT_FALSE(detail::weights_for_leading_powers(detail::integer_system(cyclic(6))));
  EXPECT_FALSE(detail::weights_for_leading_powers(detail::integer_system(noon(5))));
  // Squares of one variable, and a cycle in which each degree asks for more than the one before.
  EXPECT_FALSE(detail::weights_for_leading_powers(detail::integer_system(system_of("x,y", "x^2-y,x^2-2*y-1"))));
  EXPECT_FALSE(detail::weights_for_leading_powers(detail::integer_system(system_of("x,y", "x^2-x*y^3,y^2-x^3*y"))));
}

TEST(KnownBasis, OfMoreEquationsThanVariablesIsABound) {
  const auto& ctx = ExecutionContext::default_context();
  const auto equations = system_of("x,y", "x^2-y-1,y^2-x,x*y-1");
  const auto weights = detail::weights_for_leading_powers(detail::integer_system(equations));
  ASSERT_TRUE(weights);
  const auto classes = detail::residue_classes(detail::integer_equations(equations, ctx), *weights);
  ASSERT_TRUE(classes);
  EXPECT_FALSE(classes->exact);
  EXPECT_EQ(classes->count, 4U);
  // A power that is not alone in its degree leads nothing.
  EXPECT_FALSE(detail::residue_classes(detail::integer_equations(system_of("x,y", "x^2-y^2,y^2-x"), ctx), {1, 1}));
}

TEST(KnownBasis, IsReturnedWhereItIsReduced) {
  const auto basis = rational_groebner_basis(system_of("x,y,z", "2*y^2-x-1,3*x^2-z+1"));
  EXPECT_TRUE(basis.proved);
  EXPECT_EQ(basis.primes, 0U);
  EXPECT_EQ(basis.polynomials, system_of("x,y,z", "y^2-1/2*x-1/2,x^2-1/3*z+1/3"));
  // A tail that a leading monomial divides is reduced.
  const auto other = rational_groebner_basis(system_of("x,y", "x^3-y^2,y^2-x"), {.certify = true});
  EXPECT_TRUE(other.proved);
  EXPECT_EQ(other.polynomials, system_of("x,y", "y^2-x,x^3-x"));
}

/// A basis of more polynomials than variables is proved without the one of the homogenized polynomials.
TEST(KnownBasis, OfManyPolynomialsIsProved) {
  for (const auto& equations : {cyclic(5), noon(4), system_of("x,y,z", "x*y-z,x*z-y^2")}) {
    auto basis = rational_groebner_basis(equations).polynomials;
    std::reverse(basis.begin(), basis.end());
    const auto again = rational_groebner_basis(basis, {.certify = true});
    EXPECT_TRUE(again.proved);
    std::reverse(basis.begin(), basis.end());
    EXPECT_EQ(again.polynomials, basis);
    basis.pop_back();
    EXPECT_TRUE(rational_groebner_basis(basis, {.certify = true}).proved);
  }
}

/// Where the degrees by the weights have no room in the table of monomials the order is not taken.
TEST(KnownBasis, OfLargeWeightsGoesTheUsualWay) {
  const auto equations = system_of("a,b,c,d", "a^2-b^60-1,b^2-c^60+1,c^2-d^60+2,d^2-d-3");
  const auto system = detail::integer_system(equations);
  EXPECT_TRUE(detail::weights_for_leading_powers(system));
  EXPECT_TRUE(detail::weights_for_basis(system).empty());
  EXPECT_FALSE(detail::weights_for_basis(detail::integer_system(system_of("x,y", "x^2-y^5-1,y^2-y-3"))).empty());
}

/// Curves that meet where both have several branches, which resultants do not serve.
TEST(KnownBasis, FewMultipleSolutionsAreProvedToBeAll) {
  const auto found = real_solutions(system_of("x,y", "-2*x*y-4*y^3+y^2,-4*x^3+x^2-2*x*y"));
  EXPECT_EQ(found.solutions.size(), 4U);
  EXPECT_TRUE(found.boxes_proved && found.complete);
}

}  // namespace
}  // namespace polyfork::test
