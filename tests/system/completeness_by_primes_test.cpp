// Completeness modulo many primes: the bound of heights beside heights that are known, and what the proof tells.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/representation.hpp>

#include "classical_systems.hpp"
#include "system/proofs/component_heights.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/solve/completeness_by_primes.hpp"
#include "system/solve/restrict_representation.hpp"
#include "system_families.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

/// In bits.
double bound_of(const std::vector<MultiPolyQ>& equations) {
  const auto bound = detail::most_height_of_components(detail::integer_equations(equations, ExecutionContext()),
                                                       equations[0].variables().size(), ExecutionContext());
  return bound ? bound->to_double() / static_cast<double>(detail::parts_of_bit) : -1;
}

bool are_all(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
             const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::has_no_others_modulo_primes(equations, r, ctx);
}

/// (1/N, 1/(N M)) is at infinity modulo the factors of N and M, and its height is that of N M.
TEST(ComponentHeights, AreReachedByLinearEquations) {
  const auto equations = system_of("x,y", "1000003*x-1,999983*y-x");
  const double height = std::log2(1000003.0) + std::log2(999983.0);
  EXPECT_GE(bound_of(equations), height);
  EXPECT_LE(bound_of(equations), height + 1);
}

TEST(ComponentHeights, AreReachedByLeadingCoefficients) {
  const auto equations = system_of("x,y", "1000003*x^2+x-1,999983*y^3-x+1");
  // Six solutions; x is at infinity at all of them modulo one prime, y modulo the other.
  EXPECT_GE(bound_of(equations), 3 * std::log2(1000003.0) + 2 * std::log2(999983.0));
  EXPECT_LE(bound_of(equations), 3 * std::log2(1000003.0) + 2 * std::log2(999983.0) + 1);
}

TEST(ComponentHeights, AreLessWhereVariablesAreDivided) {
  // Degree 1 in x and 2 in y, z: 12 instead of 27 solutions. All sums of coefficients are about 2^63.
  const auto equations = system_of("x,y,z",
                                   "9223372036854775807*x*y^2-5*y*z+x-77,7*x*y*z-9223372036854775807*z^2+x*y-19,"
                                   "11*x*z^2+9223372036854775807*y^2-x*z+4");
  EXPECT_LT(bound_of(equations), 27 * 63);
  EXPECT_GE(bound_of(equations), 4 * 63);
}

TEST(ComponentHeights, AreNotToldForConstants) {
  EXPECT_EQ(bound_of(system_of("x,y", "x-1,3")), -1);
  EXPECT_EQ(detail::most_height_of_components({}, 2, ExecutionContext()), std::nullopt);
}

/// The leading coefficient of the form's polynomial is at most as long as the logarithms of the primes add up to at
/// which a solution is not integral.
TEST(ComponentHeightsProperty, AreAtLeastThoseOfSolutions) {
  std::mt19937_64 random(20);
  for (int k = 0; k < 150; ++k) {
    const int variables = 2 + static_cast<int>(random() % 2);
    const char* const names[] = {"x", "y", "z"};
    std::string equations;
    const std::uint64_t size = std::uint64_t{1} << (1 + random() % 20);
    // The degree in a variable of its own is greater at times.
    for (int i = 0; i < variables + (random() % 8 == 0 ? 1 : 0); ++i) {
      if (i != 0) equations += ",";
      std::string sum = std::to_string(1 + random() % size);
      const int terms = 2 + static_cast<int>(random() % 4);
      for (int t = 0; t < terms; ++t) {
        sum += (random() % 2 == 0 ? "+" : "-") + std::to_string(1 + random() % size);
        for (int v = 0; v < variables; ++v)
          sum += std::string("*") + names[v] + "^" + std::to_string(random() % (v == 0 ? 2 : 3));
      }
      equations += sum;
    }
    const auto system = system_of(variables == 2 ? "x,y" : "x,y,z", equations);
    if (std::ranges::any_of(system, [](const auto& f) { return f.total_degree() < 1; })) continue;
    const auto r = univariate_representation(system);
    if (r.dimension != 0) continue;
    const double bits = static_cast<double>(r.polynomial.leading_coefficient().bit_length()) - 1;
    EXPECT_LE(bits, bound_of(system)) << equations;
  }
}

TEST(CompletenessByPrimes, IsToldOfSimpleSolutions) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    if (name == "Circles" || name == "Wilkinsonxy") continue;
    const auto equations = system_of(s.variables, s.equations);
    const auto r = univariate_representation(equations);
    if (r.degree != static_cast<std::size_t>(r.polynomial.degree())) {
      EXPECT_FALSE(are_all(equations, r)) << name;
    } else {
      EXPECT_TRUE(are_all(equations, r)) << name;
    }
  }
  for (const auto& equations : {cyclic(5), cyclic(6), noon(4), katsura(4)})
    EXPECT_TRUE(are_all(equations, univariate_representation(equations)));
}

TEST(CompletenessByPrimes, IsNotToldWherePointsAreMissing) {
  for (const auto& equations :
       {system_of("x,y", "(x^2-2)*(x-3)*(y-x),y^2*x-2*y+x-1"), system_of("x,y", "x*y*(x-1)-x+1,(y-3)*(y^2+x)")}) {
    const auto r = univariate_representation(equations);
    ASSERT_EQ(r.dimension, 0);
    const auto factors = factor(r.polynomial).factors;
    ASSERT_GT(factors.size(), 1U);
    EXPECT_TRUE(are_all(equations, r));
    for (const auto& f : factors) {
      const auto fewer =
          detail::restricted(r, exact_div(r.polynomial, f.polynomial), ExecutionContext::default_context());
      ASSERT_TRUE(fewer);
      ASSERT_TRUE(detail::describes_solutions(equations, *fewer, ExecutionContext::default_context()));
      EXPECT_FALSE(are_all(equations, *fewer));
    }
  }
  // Points of a curve are not all.
  const auto curve = system_of("x,y", "x*y-1,x^2*y-x");
  const auto points = univariate_representation(system_of("x,y", "x*y-1,x^2*y-x,x-y"));
  EXPECT_TRUE(detail::describes_solutions(curve, points, ExecutionContext::default_context()));
  EXPECT_FALSE(are_all(curve, points));
}

TEST(CompletenessByPrimes, IsToldOfEquationsWithoutSolutions) {
  const auto& ctx = ExecutionContext::default_context();
  EXPECT_TRUE(detail::has_no_solutions_modulo_primes(system_of("x,y", "x*y-1,x^2+y^2-3,x-y-7"), ctx));
  EXPECT_TRUE(detail::has_no_solutions_modulo_primes(system_of("x,y,z", "x*y-1,x*z,y^2*z-5*z-3"), ctx));
  EXPECT_FALSE(detail::has_no_solutions_modulo_primes(system_of("x,y", "x*y-1,x^2+y^2-3"), ctx));
  EXPECT_FALSE(detail::has_no_solutions_modulo_primes(system_of("x,y", "x*y-1"), ctx));
  try {
    real_solutions(system_of("x,y", "x*y-1,x^2*y-x"), {.certify = true});
    FAIL();
  } catch (const PositiveDimension& e) {
    EXPECT_TRUE(e.proved());
  }
  const auto none = real_solutions(system_of("x,y", "x*y-1,x^2+y^2-3,x^3-y-7"), {.certify = true});
  EXPECT_TRUE(none.solutions.empty() && none.complete);
}

TEST(CompletenessByPrimesThreads, IsTheSameForAnyNumberAndUnderCaps) {
  const auto equations = cyclic(5);
  const auto r = univariate_representation(equations);
  for (const int threads : {1, 2, 3}) EXPECT_TRUE(are_all(equations, r, ExecutionContext().with_threads(threads)));
  bool proved = false;
  bool refused = false;
  for (std::size_t cap = 20'000; cap <= 20'480'000; cap *= 2) {
    try {
      EXPECT_TRUE(are_all(equations, r, ExecutionContext().with_threads(2).with_memory_limit(cap)));
      proved = true;
    } catch (const MemoryLimit&) {
      EXPECT_FALSE(proved) << "a greater cap suffices where a smaller one does";
      refused = true;
    }
  }
  EXPECT_TRUE(proved && refused);
}

}  // namespace
}  // namespace polyfork::test
