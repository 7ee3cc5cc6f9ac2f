// Real solutions of systems: classical systems, boxes, degenerate inputs, and random systems against resultants.
#include <polyfork/system/real_solutions.hpp>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/representation.hpp>
#include <polyfork/system/solution_values.hpp>

#include "classical_systems.hpp"
#include "random.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

TEST(RealSolutions, OfClassicalSystems) {
  for (const ClassicalSystem& s : classical_systems) {
    const auto equations = system_of(s.variables, s.equations);
    EXPECT_EQ(real_solutions(equations).solutions.size(), s.real_solutions) << s.name;
    EXPECT_EQ(count_real_solutions(equations).real_solutions, s.real_solutions) << s.name;
  }
}

TEST(RealSolutions, AreCanonicalBoxes) {
  const auto s = real_solutions(system_of("x,y", "x*y - 1,x^2 + y^2 - 3"));
  const Rational half(1, 2);
  const std::vector<RealSolution> expected = {{{cell(-2, -3 * half), cell(-1, -half)}, 1},
                                              {{cell(-1, -half), cell(-2, -3 * half)}, 1},
                                              {{cell(half, 1), cell(3 * half, 2)}, 1},
                                              {{cell(3 * half, 2), cell(half, 1)}, 1}};
  EXPECT_EQ(s.solutions, expected);
  EXPECT_TRUE(s.complete);
  EXPECT_TRUE(s.boxes_proved);
}

TEST(RealSolutions, AreExactWhereTheyAreRational) {
  const auto s = real_solutions(system_of("x,y,z", "3*x - 1,y^2 - 2*x*y*3 + 1,z^2 - 2"));
  ASSERT_EQ(s.solutions.size(), 2U);
  for (const auto& solution : s.solutions) {
    EXPECT_EQ(solution.coordinates[0], point(1, 3));
    EXPECT_EQ(solution.coordinates[1], point(1));
    EXPECT_FALSE(solution.coordinates[2].exact);
  }
}

TEST(RealSolutions, KnowTheirMultiplicities) {
  struct Case {
    const char* variables;
    const char* equations;
    std::vector<std::optional<std::size_t>> expected;
  };
  const std::vector<Case> cases = {
      {"x,y", "x^2,y^2 - x", {4}},                                    // y^4
      {"x,y", "x^3 - 4*x^2 + 5*x - 2,y^3 - x + 1", {6, 1}},           // (x - 1)^2 (x - 2)
      {"x,y", "x^4 - 4*x^2 + 4,y^2 - x - 3", {2, 2, 2, 2}},           // (x^2 - 2)^2
      {"x,y", "x^2 + y^2 - 2,x*y - 1", {2, 2}},                       // tangents
      {"x,y", "x^2 + y^2 - 2*x,y^2 - x^3", {2, 1, 1}},                // a cusp, simple at other points
      {"x,y", "x^2 + y^2,x^2 - y^2 + 2*x*y", {4}},                    // no point of it is curvilinear
      {"x,y,z", "x*y - z,y*z - x,z*x - y", {1, 1, 1, 1, 1}},          //
      {"x,y,z", "x + y + z - 3,x*y + y*z + z*x - 3,x*y*z - 1", {6}},  // three equal roots
      {"x,y", "x^2,x*y,y^2 - x", {3}},  // more equations than variables, and multiple factors
      {"x,y", "x^2 - x,x*y,y^2 - y", {1, 1, 1}}};
  for (const Case& c : cases)
    for (const SolutionMethod method :
         {SolutionMethod::automatic, SolutionMethod::chains, SolutionMethod::representation}) {
      SolutionOptions options;
      options.method = method;
      std::vector<std::optional<std::size_t>> found;
      for (const RealSolution& s : real_solutions(system_of(c.variables, c.equations), options).solutions)
        found.push_back(s.multiplicity);
      EXPECT_EQ(found, c.expected) << c.equations << ' ' << solution_method_name(method);
    }
}

TEST(UnivariateRepresentation, SaysWhatIsMultiple) {
  const auto r = univariate_representation(system_of("x,y", "x^2 + y^2 - 2*x,y^2 - x^3"));
  ASSERT_EQ(r.multiplicities.size(), 2U);
  PolyZ product = PolyZ::constant(Integer(1));
  std::size_t degree = 0;
  for (const auto& [multiplicity, f] : r.multiplicities) {
    product = product * f;
    degree += multiplicity * static_cast<std::size_t>(f.degree());
  }
  EXPECT_EQ(product, r.polynomial);
  EXPECT_EQ(degree, r.degree);
}

TEST(RealSolutions, RespectTheWidth) {
  SolutionOptions options;
  options.width = Rational(1, 1000);
  const auto s = real_solutions(system_of("x,y", "x^2 - 2,y - x"), options);
  ASSERT_EQ(s.solutions.size(), 2U);
  for (const auto& solution : s.solutions)
    for (const auto& x : solution.coordinates) EXPECT_EQ(x.width(), Rational(1, 1024));
  // So many bits that recursions as deep as continued fractions are long would be too deep.
  options.width = Rational::dyadic(Integer(1), -30000);
  for (const SolutionMethod method : {SolutionMethod::chains, SolutionMethod::representation}) {
    options.method = method;
    const auto narrow = real_solutions(system_of("x,y", "x^2 - 2,y - x^3"), options);
    ASSERT_EQ(narrow.solutions.size(), 2U);
    EXPECT_EQ(narrow.solutions[0].coordinates[1].width(), *options.width);
  }
  options.width = Rational(0);
  EXPECT_THROW(real_solutions(system_of("x", "x^2 - 2"), options), DomainError);
}

TEST(RealSolutions, DoNotDependOnTheSequenceOfEquationsNorOnMultiplicities) {
  const auto a = real_solutions(system_of("x,y", "x^2 + y^2 - 4,x*y - 1"));
  EXPECT_EQ(a.solutions, real_solutions(system_of("x,y", "x*y - 1,x^2 + y^2 - 4")).solutions);
  const auto twice = real_solutions(system_of("x,y", "(x*y - 1)^2,x^2 + y^2 - 4")).solutions;
  ASSERT_EQ(a.solutions.size(), twice.size());
  for (std::size_t i = 0; i < twice.size(); ++i) {
    EXPECT_EQ(a.solutions[i].coordinates, twice[i].coordinates);
    EXPECT_EQ(twice[i].multiplicity, 2U);
  }
  EXPECT_EQ(a.solutions, real_solutions(system_of("x,y", "x*y - 1,x^2 + y^2 - 4,x^3*y + x*y^3 - 4")).solutions);
  EXPECT_EQ(a.solutions, real_solutions(system_of("x,y", "x*y/7 - 1/7,x^2/3 + y^2/3 - 4/3")).solutions);
}

TEST(RealSolutions, UniteTheVariablesOfTheirEquations) {
  const std::vector<MultiPolyQ> equations = {parse_poly<MultiPolyQ>("x*y - 1"), parse_poly<MultiPolyQ>("y^2 - 4*x"),
                                             parse_poly<MultiPolyQ>("z - 3")};
  const SystemSolutions found = real_solutions(equations);
  EXPECT_EQ(found.variables.names(), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(found.solutions, real_solutions(system_of("x,y,z", "x*y - 1,y^2 - 4*x,z - 3")).solutions);
  EXPECT_EQ(count_real_solutions(equations).real_solutions, 1U);
}

TEST(RealSolutions, TellMoreOfTheirCoordinates) {
  for (const auto method : {SolutionMethod::chains, SolutionMethod::representation}) {
    SolutionOptions options;
    options.method = method;
    const auto equations = system_of("x,y,z", "x^2 + y^2 - 3,x*y - 1,8*z - 1");
    const SystemSolutions found = solutions_with_values(equations, {{"v", system_of("x,y,z", "x - y")[0]}}, options);
    ASSERT_EQ(found.solutions.size(), 4U);
    const RealSolution& s = found.solutions[0];  // -golden ratio, its inverse, 1/8, -1
    EXPECT_EQ(to_decimal(s, 20), (std::vector<std::string>{"-1.61803398874989484820", "-0.61803398874989484820",
                                                           "0.12500000000000000000", "-1.00000000000000000000"}));
    EXPECT_EQ(to_decimal(s, 2)[2], "0.12");
    EXPECT_THROW(to_decimal(s, -1), DomainError);
    EXPECT_EQ(algebraic_coordinate(s, 0).to_string(), "root(x^2 + x - 1, -2, -1)");
    EXPECT_EQ(algebraic_coordinate(s, 1), inverse(algebraic_coordinate(s, 0)));
    EXPECT_EQ(algebraic_coordinate(s, 2), Rational(1, 8));
    EXPECT_EQ(algebraic_coordinate(s, 3), -1);
    EXPECT_THROW(algebraic_coordinate(s, 4), DomainError);
    options.width = Rational(1, 1000000);
    const auto narrow = solutions_with_values(equations, {{"v", system_of("x,y,z", "x - y")[0]}}, options);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(refine(found.solutions[i], *options.width), narrow.solutions[i]);
    std::ostringstream text;
    text << found;
    EXPECT_EQ(text.str().substr(0, text.str().find('\n')), "x = (-2, -3/2), y = (-1, -1/2), z = 1/8, v = -1");
  }
  RealSolution kept;  // when its context is gone
  {
    bool told = false;
    const ExecutionContext ctx =
        ExecutionContext().with_memory_limit(std::size_t{1} << 28).with_progress([&](std::string_view, double) {
          told = true;
        });
    kept = real_solutions(system_of("x,y", "x^5 - x - 1,y^3 - x"), {}, ctx).solutions[0];
  }
  EXPECT_EQ(to_decimal(kept, 9), (std::vector<std::string>{"1.167303978", "1.052918255"}));
  RealSolution own;
  own.coordinates = {{Rational(1), Rational(2), false, 1}};
  EXPECT_THROW(refine(own, Rational(1, 2)), DomainError);
}

TEST(RealSolutions, OfMultiplePoints) {
  const auto equations = system_of("x,y", "(x-1)^2*(x-2),y^2,x*y");
  const auto s = real_solutions(equations);
  ASSERT_EQ(s.solutions.size(), 2U);
  EXPECT_EQ(univariate_representation(equations).degree, 3U);
  EXPECT_EQ(s.solutions[0].coordinates, (std::vector<RootInterval>{point(1), point(0)}));
  EXPECT_EQ(s.solutions[1].coordinates, (std::vector<RootInterval>{point(2), point(0)}));
  // A fat point in which no form is nilpotent of the highest order alone.
  SolutionOptions whole;
  whole.method = SolutionMethod::representation;
  const auto fat = real_solutions(system_of("x,y,z", "(x-y)^2,(y-z+1)^2,(x+y+z-8)^2"), whole);
  ASSERT_EQ(fat.solutions.size(), 1U);
  EXPECT_EQ(fat.degree(), 8U);
  EXPECT_EQ(fat.solutions[0].coordinates, (std::vector<RootInterval>{point(7, 3), point(7, 3), point(10, 3)}));
}

TEST(RealSolutions, OfPointsThatNoVariableSeparates) {
  const auto s = real_solutions(system_of("x,y", "x^2 - 1,y^2 - 1"));
  EXPECT_EQ(s.solutions.size(), 4U);
  EXPECT_TRUE(s.complete);
}

TEST(RealSolutions, ThatAreClose) {
  // 2^-60 apart.
  const auto s = real_solutions(system_of("x,y", "(x - 1)*(x - 1 - 1/2^60),y - x^2 + 2^0*x"));
  ASSERT_EQ(s.solutions.size(), 2U);
  EXPECT_EQ(s.solutions[0].coordinates, (std::vector<RootInterval>{point(1), point(0)}));
  const auto t = real_solutions(system_of("x,y", "(x^2 - 2)*((x - 1/2^50)^2 - 2),y - x"));
  EXPECT_EQ(t.solutions.size(), 4U);
}

// What other solvers were reported to get wrong: a root lost now and then, roots never found, boxes of roots near zero
// that hold it (msolve's issues 230, 178 and 188, Oscar's 1743).
TEST(RealSolutions, OfPublicReports) {
  struct Case {
    const char* variables;
    const char* equations;
    std::size_t solutions;
  };
  const std::vector<Case> cases = {
      {"z,y,x", "(x-2)*(y-3)*(z-4),(x-6)*(y-7)*(z-5),(x-4)*(y-11)*(z-3)", 6},
      {"z,y,x", "((x-2)*(y-3)*(z-4))^2,(x-6)*(y-7)*(z-5),(x-4)*(y-11)*(z-3)", 6},
      {"x,y", "x^2-140*x*y-y^3+4900*y^2,1427247692705959881058285969449495136382746624*y-1", 2},
      {"x,y", "x+2^100,y+2^100", 1},
      {"x,y", "x^2-2*y,(y-2^60)*(2^90*y^2-1)", 4},
      // A cubic with coefficients of 1100 bits, two roots of which are closer than those are long, and roots near zero.
      {"x", "(x-2^1100)*(2^1100*x-2^2200-1)*(3*x-2^1099)", 3},
      {"x,y", "(2^200*x-1)*(x^2-3),2^150*y-x^3-5*x", 3}};
  for (const Case& c : cases) {
    const auto equations = system_of(c.variables, c.equations);
    for (const SolutionMethod method : {SolutionMethod::chains, SolutionMethod::representation}) {
      SolutionOptions options;
      options.method = method;
      const auto s = real_solutions(equations, options);
      EXPECT_EQ(s.solutions.size(), c.solutions) << c.equations;
      for (const RealSolution& solution : s.solutions)
        for (const RootInterval& side : solution.coordinates)
          EXPECT_TRUE(side.lower.sign() > 0 || side.upper.sign() < 0) << c.equations;
    }
  }
}

TEST(RealSolutions, OfInconsistentAndPositiveDimensionalSystems) {
  const auto none = real_solutions(system_of("x,y", "x,x - 1,y"));
  EXPECT_TRUE(none.solutions.empty());
  EXPECT_EQ(none.dimension, -1);
  EXPECT_EQ(count_real_solutions(system_of("x", "x^2 + 1")).real_solutions, 0U);
  EXPECT_TRUE(real_solutions(system_of("x", "x^2 + 1")).solutions.empty());
  EXPECT_THROW(real_solutions(system_of("x,y", "x*y")), DomainError);
  EXPECT_THROW(real_solutions(system_of("x,y", "0")), DomainError);
  EXPECT_THROW(real_solutions({}), DomainError);
}

TEST(RealSolutions, AreTheSameForAnyThreads) {
  const auto equations = system_of("x,y,z,t", "x^3+y+z+t-1,x+y^3+z+t-1,x+y+z^3+t-1,x+y+z+t^3-1");
  const auto one = real_solutions(equations, {}, ExecutionContext().with_threads(1));
  EXPECT_EQ(one.solutions, real_solutions(equations, {}, ExecutionContext().with_threads(4)).solutions);
}

/// Two points coincide modulo the first prime, 1952616293, so that a second one takes its place.
/// So many points that threads look at several forms at a time, of which neither variables nor sums of two separate.
TEST(UnivariateRepresentation, HasTheSameFormForAnyThreads) {
  const auto equations = system_of("a,b,c,d,e,f,g", "a^2-2,b^2-3,c^2-5,d^2-7,e^2-11,f^3-2,g^3-f-1");
  const auto one = univariate_representation(equations, ExecutionContext().with_threads(1));
  EXPECT_EQ(one.polynomial.degree(), 288);
  EXPECT_LE(std::count(one.form.begin(), one.form.end(), 0), 2);
  const auto five = univariate_representation(equations, ExecutionContext().with_threads(5));
  EXPECT_EQ(five.form, one.form);
  EXPECT_EQ(five.polynomial, one.polynomial);
  EXPECT_EQ(five.numerators, one.numerators);
}

TEST(RealSolutions, RestartTheSameForAnyThreads) {
  const auto equations = system_of("x,y,z",
                                   "x^3 - 3943765559607534462927001929*x^2 + 3943765559607534462927001928*x,"
                                   "y*(y - 1)*(y - 2),z*(z - 1)");
  const auto one = univariate_representation(equations, ExecutionContext().with_threads(1));
  for (const int threads : {2, 5}) {
    const auto other = univariate_representation(equations, ExecutionContext().with_threads(threads));
    EXPECT_EQ(other.form, one.form) << threads;
    EXPECT_EQ(other.polynomial, one.polynomial) << threads;
  }
}

/// Random polynomial of total degree at most d in x and y.
MultiPolyQ random_bivariate(Random& r, std::uint64_t d) {
  std::vector<MultiPolyQ::Term> terms;
  for (std::uint64_t i = 0; i <= d; ++i)
    for (std::uint64_t j = 0; i + j <= d; ++j)
      terms.push_back({{i, j}, Rational(static_cast<std::int64_t>(r.below(21)) - 10)});
  return MultiPolyQ::from_terms(Variables({"x", "y"}, MonomialOrder::graded_reverse_lex), terms);
}

TEST(RealSolutionsProperty, AreAsManyAsTheResultantHasRealRoots) {
  Random r(3);
  for (int round = 0; round < 40; ++round) {
    const auto f = random_bivariate(r, 1 + r.below(4));
    const auto g = random_bivariate(r, 1 + r.below(4));
    const MultiPolyQ eliminant = resultant(f, g, "y");
    if (eliminant.is_constant()) continue;
    std::vector<Rational> coefficients(static_cast<std::size_t>(eliminant.degree("x")) + 1);
    for (const auto& term : eliminant.terms()) {
      std::uint64_t degree = 0;
      for (const auto e : term.exponents) degree += e;  // x alone occurs
      coefficients[degree] = term.coefficient;
    }
    const PolyQ h = PolyQ::from_elements(Rationals{}, coefficients);
    // Generic systems only: one solution above every root, none at infinity.
    const auto s = real_solutions({f, g});
    if (static_cast<std::ptrdiff_t>(s.degree().value_or(0)) != h.degree() || s.degree() != s.complex_solutions())
      continue;
    EXPECT_EQ(s.solutions.size(), count_real_roots(h)) << "round " << round;
    EXPECT_TRUE(s.complete || h.degree() > 12 || h.degree() != f.total_degree() * g.total_degree());
    // Every box's first side is that of a root of the resultant.
    for (const auto& solution : s.solutions) {
      const RootInterval& x = solution.coordinates[0];
      EXPECT_GE(count_real_roots(h, std::pair(x.lower, x.upper)), 1U);
    }
  }
}

TEST(RealSolutionsProperty, HoldPlantedSolutions) {
  Random r(4);
  const Variables v({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
  for (int round = 0; round < 20; ++round) {
    // Each polynomial vanishes at the planted point.
    std::vector<std::int64_t> at;
    for (int i = 0; i < 3; ++i) at.push_back(static_cast<std::int64_t>(r.below(9)) - 4);
    std::vector<MultiPolyQ> equations;
    for (int i = 0; i < 3; ++i) {
      std::vector<MultiPolyQ::Term> terms;
      Rational value;
      for (int k = 0; k < 5; ++k) {
        std::vector<std::uint64_t> e(3, 0);
        for (std::uint64_t n = r.below(3); n-- > 0;) ++e[r.below(3)];
        const Rational c(static_cast<std::int64_t>(r.below(11)) - 5);
        Rational term = c;
        for (std::size_t j = 0; j < 3; ++j) term *= pow(Rational(at[j]), e[j]);
        value += term;
        terms.push_back({e, c});
      }
      terms.push_back({{0, 0, 0}, -value});
      equations.push_back(MultiPolyQ::from_terms(v, terms));
    }
    SystemSolutions s;
    try {
      s = real_solutions(equations);
    } catch (const DomainError&) {
      continue;  // infinitely many
    }
    const std::vector<RootInterval> planted = {point(at[0]), point(at[1]), point(at[2])};
    EXPECT_EQ(std::count_if(s.solutions.begin(), s.solutions.end(),
                            [&](const RealSolution& x) { return x.coordinates == planted; }),
              1)
        << "round " << round;
  }
}

TEST(UnivariateRepresentation, SatisfiesTheEquations) {
  const auto r = univariate_representation(system_of("x,y", "x*y - 1,x^2 + y^2 - 5"));
  EXPECT_EQ(r.form, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(r.polynomial, (PolyZ{1, 0, -5, 0, 1}));
  EXPECT_EQ(r.numerators[0], (PolyZ{-10, 0, 4}));
  EXPECT_EQ(r.numerators[1], (PolyZ{-4, 0, 10}));
  EXPECT_EQ(r.denominators, (std::vector<Integer>{1, 1}));
}

TEST(RealSolutions, AreProvedByABasisOnRequest) {
  // Fewer solutions than the twelve of Bezout's theorem.
  SolutionOptions options;
  options.method = SolutionMethod::representation;
  const auto equations = system_of("x,y,z", "x*y-1,x^2+x*y^2-y*z-3,z^2+x*z-2");
  EXPECT_FALSE(real_solutions(equations, options).complete);
  options.certify = true;
  const auto proved = real_solutions(equations, options);
  EXPECT_TRUE(proved.complete);
  EXPECT_TRUE(proved.boxes_proved);
  // No solution: 1 is in the ideal.
  const auto contradiction = system_of("x,y", "x*y-1,x^2*y^2+x*y-3");
  EXPECT_FALSE(real_solutions(contradiction, {}).complete);
  EXPECT_TRUE(real_solutions(contradiction, options).complete);
  EXPECT_EQ(real_solutions(contradiction, options).dimension, -1);
}

TEST(RealSolutions, HaveTheGreatestDimensionOfAllParts) {
  const auto message = [](const char* equations, bool certify) {
    SolutionOptions options;
    options.certify = certify;
    try {
      real_solutions(system_of("x,y,z", equations), options);
    } catch (const DomainError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  // Above x = 0 a curve, above x = 1 a plane, in both sequences of the parts.
  for (const char* equations : {"x*(x-1),(x-1)*(z*y-5)", "x*(x-1),x*(z*y-5)"}) {
    EXPECT_NE(message(equations, true).find("dimension 2, in the variables x, y, z (proved)"), std::string::npos)
        << message(equations, true);
    EXPECT_NE(message(equations, false).find("dimension 2, in the variables x, y, z (probable"), std::string::npos)
        << message(equations, false);
  }
  // A part without solutions, and one with finitely many.
  EXPECT_NE(message("x*(x-1),x*(y*z-1),x*(y*z-2)", true).find("dimension 2, in the variables x, y, z (proved)"),
            std::string::npos);
  // One whose multiple solutions only a basis proves to be finitely many.
  EXPECT_NE(
      message("x*(x-1),x*(y^2+z^2),x*(y^2-z^2+2*y*z)", true).find("dimension 2, in the variables x, y, z (proved)"),
      std::string::npos);
  EXPECT_NE(message("x*(x-1),x*(y-1),x*(z^2-2)", true).find("dimension 2, in the variables x, y, z (proved)"),
            std::string::npos);
}

TEST(RealSolutions, DegreesFollowFromMultiplicities) {
  EXPECT_EQ(real_solutions(system_of("x,y", "x^3,y^3,x*y")).degree(), std::optional<std::size_t>(5));
}

/// Of two variables that as many equations have, the one of the lower degree is put in: powers of the other's value
/// would have as many terms, and long numbers.
TEST(RealSolutions, LinearEquationsGiveTheVariableOfLowestDegree) {
  const ExecutionContext little = ExecutionContext().with_memory_limit(std::size_t{16} << 20);
  for (const char* text : {"x^3000 - y, y - x - 1", "y - x - 1, x^3000 - y", "y^3000 - x, x - y - 1"})
    EXPECT_EQ(real_solutions(system_of("x,y", text), {}, little).solutions.size(), 2U) << text;
}

TEST(RealSolutions, LinearEquationsMeetAnyPower) {
  const auto s = real_solutions(system_of("x,y", "x^10000000000-1,x-1,y^2-x"));
  ASSERT_EQ(s.solutions.size(), 2U);
  EXPECT_EQ(s.solutions[0].coordinates, (std::vector<RootInterval>{point(1), point(-1)}));
}

}  // namespace
}  // namespace polyfork::test
