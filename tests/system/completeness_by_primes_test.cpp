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
#include <polyfork/poly/gcd/gcd.hpp>
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

/// The sum of logarithms of primes modulo which x = N is 0 is that of N: as much as the bound with the polynomial x has
/// beyond that without.
TEST(ComponentHeights, HaveRoomForPointsThatMeetKnownOnes) {
  const auto equations = detail::integer_equations(system_of("x,y", "x^2*(x-1000003),y-1"), ExecutionContext());
  const detail::VanishingPolynomials x_and_y{{{1, 0}, {0, 1}}, detail::log2_in_parts(Integer(2))};
  const auto with = detail::most_height_of_components(equations, 2, ExecutionContext(), &x_and_y);
  const auto without = detail::most_height_of_components(equations, 2, ExecutionContext());
  ASSERT_TRUE(with && without);
  EXPECT_GE((*with - *without).to_double(), std::log2(1000003.0) * detail::parts_of_bit);
  EXPECT_EQ(detail::log2_in_parts(Integer(1)), 0U);
  EXPECT_EQ(detail::log2_in_parts(Integer(3)), 26U);  // 25.36
}

TEST(CompletenessByPrimes, IsToldOfSolutions) {
  for (const ClassicalSystem& s : classical_systems) {
    const std::string name = s.name;
    if (name == "Circles" || name == "Wilkinsonxy") continue;
    const auto equations = system_of(s.variables, s.equations);
    EXPECT_TRUE(are_all(equations, univariate_representation(equations))) << name;
  }
  for (const auto& equations : {cyclic(5), cyclic(6), noon(4), katsura(4)})
    EXPECT_TRUE(are_all(equations, univariate_representation(equations)));
}

/// Without those at the roots of the factor.
UnivariateRepresentation without(const UnivariateRepresentation& r, const PolyZ& factor) {
  auto fewer = detail::restricted(r, exact_div(r.polynomial, factor), ExecutionContext::default_context());
  EXPECT_TRUE(fewer);
  fewer->degree = 0;
  for (const auto& c : r.multiplicities) {
    const PolyZ rest = exact_div(c.polynomial, gcd(c.polynomial, factor));
    if (rest.degree() == 0) continue;
    fewer->multiplicities.push_back({c.multiplicity, rest});
    fewer->degree += c.multiplicity * static_cast<std::size_t>(rest.degree());
  }
  return std::move(*fewer);
}

/// Points of several multiplicities, some of which share values of the form with others in the ideals of fewer of them.
TEST(CompletenessByPrimes, IsToldOfMultipleSolutions) {
  int number = 0;
  for (const auto& equations :
       {system_of("x,y", "x^2*(x-1)*(x^2-3),y^3-x*y^2"), system_of("x,y", "(x*y-1)^2,x^3+y^2-3"),
        system_of("x,y,z", "(x-1)^2*(x-2)-y^3*z,y^2-x*z^2+z^2,z^3-x*z"),
        system_of("x,y,z", "x^2-y*z,y^2-x*z,z^3-x*y*z+x^2-1"), system_of("x,y,z", "x^3-y^2*z,y^3-z^2,z^2-z*y"),
        system_of("x,y,z", "(x^2-3)^2*(2*y-z)+(y+2)^2*(2+z),(x^2-3)^2*(2+y)+z*(y+2)*(z-y),(x^2-2)^2*(1+z)"),
        system_of("x,y,z,w", "x^2+2*y^2-w*x,x*y*(1-z)-w*y,(z*x-y)^2-w^2,w^3+x^2-w*y-w*z*(w-1)"),
        system_of("x,y", "(x-1000003)^2*(x-1),(y-x)*(y-2*x)^2*(y-5)"),
        // More equations than variables; and one point alone.
        system_of("x,y", "x^2*(y-1),x*y^2*(x-2),y^2*(x+y-1)*(y-x)"), system_of("x,y", "x^2-y^2,x*y+y^3")}) {
    ++number;
    const auto r = univariate_representation(equations);
    if (r.dimension != 0) continue;
    ASSERT_TRUE(detail::describes_solutions(equations, r, ExecutionContext::default_context()));
    EXPECT_TRUE(are_all(equations, r)) << number;
    // With too low multiplicities it is not told.
    auto wrong = r;
    for (auto& c : wrong.multiplicities) c.multiplicity = std::min<std::size_t>(c.multiplicity, 2) == 2 ? 1 : 2;
    if (r.multiplicities.size() == 2) {
      EXPECT_FALSE(are_all(equations, wrong)) << number;
    }
    wrong.multiplicities.clear();
    if (r.degree != static_cast<std::size_t>(r.polynomial.degree())) {
      EXPECT_FALSE(are_all(equations, wrong)) << number;
    }
    // Nor where points are missing, simple or multiple ones.
    const auto factors = factor(r.polynomial).factors;
    for (const auto& f : factors) {
      if (factors.size() == 1) break;
      const auto fewer = without(r, f.polynomial);
      ASSERT_TRUE(detail::describes_solutions(equations, fewer, ExecutionContext::default_context()));
      EXPECT_FALSE(are_all(equations, fewer)) << number;
    }
  }
}

/// Two solutions with one value of the form that is told to separate them: the other one is not overlooked.
TEST(CompletenessByPrimes, IsNotToldWhereTheFormDoesNotSeparate) {
  const auto equations = system_of("x,y", "x^2*(x-1),y*(y-1)");
  const auto known = system_of("x,y", "x^2*(x-1),y");
  auto r = univariate_representation(known);
  ASSERT_TRUE(detail::describes_solutions(equations, r, ExecutionContext::default_context()));
  EXPECT_TRUE(are_all(known, r));
  EXPECT_FALSE(are_all(equations, r));
  for (auto& c : r.multiplicities) c.multiplicity *= 2;
  EXPECT_FALSE(are_all(equations, r));
}

TEST(CompletenessByPrimes, IsToldOfSixteenFoldPoints) {
  // With a Groebner basis over Q the proof took minutes.
  const auto equations = system_of(
      "x,y,z,w",
      "-w^2*z-2*w^2+6*w*x*y+6*w*x*z-3*w*y^2+6*w*y*z+w*y-2*w*z^2-3*w*z+2*w-9*x^2*y+6*x*y*z-2*x*y-2*x*z+8*x+3*y^2-6*y*z"
      "-y+2*z^2+4*z,2*w^2*x+10*w^2*y+2*w^2*z-2*w^2-3*w*x*y-6*w*y^2+2*w*y*z-16*w*y+4*w*z^2+6*w*z+8*w+3*x*y-2*x*z-6*x"
      "+6*y^2*z+8*y^2+4*y*z+18*y-4*z^2-8*z-6,6*w^2*x+6*w^2*y-3*w^2*z-9*w*x*y+6*w*x-15*w*y+16*w*z+20*w+3*x^3-3*x^2*z"
      "-9*x^2+3*x*y^2+9*x*y+3*x*z-6*x+6*y^2*z+12*y^2+10*y*z^2+22*y*z+13*y+z^2-9*z-16,12*w^2-9*w*x*z-18*w*x+2*w*y*z"
      "+4*w*y+3*w*z-18*w+x^2*y+2*x*y*z+7*x*z+14*x-6*y^2*z-12*y^2+3*y*z^2-4*y*z-20*y-2*z^3-8*z^2-11*z+6");
  const auto found = real_solutions(equations, {.certify = true});
  EXPECT_TRUE(found.complete && found.boxes_proved);
  EXPECT_EQ(found.solutions.size(), 10U);
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
  const auto multiple = system_of("x,y,z", "(x-1)^2*(x-2)-y^3*z,y^2-x*z^2+z^2,z^3-x*z");
  const auto r_multiple = univariate_representation(multiple);
  for (const int threads : {1, 2, 3})
    EXPECT_TRUE(are_all(multiple, r_multiple, ExecutionContext().with_threads(threads)));
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
