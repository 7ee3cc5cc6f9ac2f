// The proof of completeness: right representations pass, altered ones do not.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/system/representation.hpp>

#include "classical_systems.hpp"
#include "system/proofs/equation_at_roots.hpp"
#include "system/proofs/exact_multiple.hpp"
#include "system/proofs/identities_by_values.hpp"
#include "system/proofs/integer_equation.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/proofs/solution_slopes.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

bool are_solutions(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r) {
  return detail::describes_solutions(equations, r, ExecutionContext::default_context());
}
bool is_proved(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r) {
  return are_solutions(equations, r) && detail::describes_as_many_as_bezout(equations, r, ExecutionContext());
}

PolyZ plus_one(const PolyZ& f, std::size_t degree) {
  std::vector<Integer> coefficients;
  for (std::size_t i = 0; i < std::max(f.length(), degree + 1); ++i) coefficients.push_back(f.coefficient(i));
  coefficients[degree] += Integer(1);
  return PolyZ(IntegerVector(std::span<const Integer>(coefficients)));
}

TEST(CompletenessProperty, IsProvedForWhatIsRightOnly) {
  const std::vector<std::vector<MultiPolyQ>> systems = {
      // A form in two variables, constant numerators, fractions, one point.
      system_of("x,y,z", "x^2+y+z-1,x+y^2+z-1,x+y+z^2-1"), system_of("x,y", "x^2+y^2-5,x*y-2"),
      system_of("x,y", "3*x^2-5*y-7,2*y^3-x-1/3"), system_of("x,y", "2*x-3,5*y+x-1")};
  for (const auto& equations : systems) {
    const UnivariateRepresentation r = univariate_representation(equations);
    if (r.degree != static_cast<std::size_t>(r.polynomial.degree())) {
      EXPECT_FALSE(is_proved(equations, r));
      continue;
    }
    EXPECT_TRUE(is_proved(equations, r));
    for (std::size_t v = 0; v < r.numerators.size(); ++v) {
      for (std::size_t i = 0; i < r.degree; ++i) {
        UnivariateRepresentation other = r;
        other.numerators[v] = plus_one(r.numerators[v], i);
        EXPECT_FALSE(is_proved(equations, other)) << v << ' ' << i;
      }
      UnivariateRepresentation other = r;
      if (!r.numerators[v].is_zero()) {
        other.denominators[v] += Integer(1);
        EXPECT_FALSE(is_proved(equations, other)) << v;
      }
      other = r;
      ++other.form[v];
      EXPECT_FALSE(is_proved(equations, other)) << v;
    }
    UnivariateRepresentation other = r;
    other.polynomial = plus_one(r.polynomial, 0);
    EXPECT_FALSE(is_proved(equations, other));
    // One equation less, one more, another one.
    EXPECT_FALSE(is_proved({equations.begin() + 1, equations.end()}, r));
    EXPECT_TRUE(are_solutions({equations.begin() + 1, equations.end()}, r));
    std::vector<MultiPolyQ> changed = equations;
    changed[0] = add(changed[0], MultiPolyQ::constant(Rationals{}, changed[0].variables(), Rational(1)));
    EXPECT_FALSE(is_proved(changed, r));
  }
}

/// Points of the line x = 0 and the point (1, 1), as many as the degrees allow: every identity holds.
UnivariateRepresentation points_of_a_line(std::size_t degree) {
  UnivariateRepresentation r;
  r.variables = Variables({"x", "y"}, MonomialOrder::graded_reverse_lex);
  r.degree = degree;
  r.form = {0, 1};
  const auto linear = [](std::int64_t a) { return PolyZ{-a, 1}; };
  const PolyZ others = mul(mul(linear(2), linear(3)), linear(5));
  r.polynomial = mul(others, linear(1));
  r.numerators = {others, sub(shift_left(derivative(r.polynomial, 1), 1), scale(r.polynomial, Integer(4)))};
  r.denominators = {Integer(1), Integer(1)};
  return r;
}

TEST(Completeness, IsNotProvedByPointsOfACurve) {
  const auto equations = system_of("x,y", "x*(x-1),x*(y-1)");
  const UnivariateRepresentation r = points_of_a_line(4);
  EXPECT_FALSE(is_proved(equations, r));
  EXPECT_TRUE(are_solutions(equations, r));
}

/// All altered forms of a representation.
std::vector<UnivariateRepresentation> altered(const UnivariateRepresentation& r) {
  std::vector<UnivariateRepresentation> others;
  const auto degree = static_cast<std::size_t>(r.polynomial.degree());
  for (std::size_t i = 0; i <= degree; ++i) {
    others.push_back(r);
    others.back().polynomial = plus_one(r.polynomial, i);
  }
  for (std::size_t v = 0; v < r.numerators.size(); ++v)
    for (std::size_t i = 0; i < degree; ++i) {
      others.push_back(r);
      others.back().numerators[v] = plus_one(r.numerators[v], i);
    }
  others.push_back(r);
  ++others.back().form[0];
  return others;
}

/// r without the solution at the root a of its polynomial's factor f. With F = f h a numerator g is the sum of x(b)
/// F'(b) F / (F'(b) (t - b)) over the roots b of F; without the summand for a, which is g(a) / h(a) h, it is f times
/// that of h.
UnivariateRepresentation without_linear_factor(const UnivariateRepresentation& r, const PolyZ& f) {
  UnivariateRepresentation rest = r;
  rest.polynomial = exact_div(r.polynomial, f);
  // (g - g(a) / f'(a) ...) / f is polynomial: g = sum of x(b) F' / (t - b) over all roots b, so without b = a divide.
  for (PolyZ& g : rest.numerators) {
    const Rational a(-f.coefficient(0), f.coefficient(1));
    const PolyQ all = to_rational(r.polynomial);
    const PolyQ others = exact_div(all, to_rational(f));
    const PolyQ whole = to_rational(g);
    const Rational share = evaluate(whole, a) / evaluate(others, a);
    const PolyQ left = exact_div(sub(whole, scale(others, share)), to_rational(f));
    g = numerator_polynomial(left);
    if (!left.coefficients().denominator().is_one()) throw DomainError("a fraction");
  }
  return rest;
}

TEST(Identities, HoldAtMultipleSolutionsAndForAnyNumberOfEquations) {
  for (const char* text : {"x^2+y^2-2*x,y^2-x^3", "(x-1)^2,y-x", "x^2-y,x^3-y*x,y^2-4,x^4-4", "(x-1)^3,y^2-2"}) {
    const auto equations = system_of("x,y", text);
    const UnivariateRepresentation r = univariate_representation(equations);
    EXPECT_TRUE(are_solutions(equations, r)) << text;
    for (const UnivariateRepresentation& other : altered(r)) EXPECT_FALSE(are_solutions(equations, other)) << text;
  }
  const auto equations = system_of("x,y,z", "x^2+y^2+z^2-1,x^2+y^2-1,x^2-2*y^2+z");
  EXPECT_TRUE(are_solutions(equations, univariate_representation(equations)));
}

TEST(Identities, LeaveOpenWhetherSolutionsAreMissing) {
  const auto equations = system_of("x,y", "(x-1)*(x-2)*(x-5),y-x");
  const UnivariateRepresentation r = univariate_representation(equations);
  ASSERT_TRUE(is_proved(equations, r));
  for (const std::int64_t a : {1, 2, 5}) {
    const PolyZ linear{-a, 1};
    ASSERT_TRUE(evaluate(r.polynomial, Integer(a)).is_zero());
    const UnivariateRepresentation rest = without_linear_factor(r, linear);
    EXPECT_TRUE(are_solutions(equations, rest)) << a;
    EXPECT_FALSE(is_proved(equations, rest)) << a;
  }
}

/// Systems that other tests know: each identity check against division over Z.
TEST(IdentitiesProperty, ByValuesAreThoseOverTheIntegers) {
  const ExecutionContext ctx;
  for (const ClassicalSystem& s : classical_systems) {
    const auto equations = system_of(s.variables, s.equations);
    const UnivariateRepresentation r = univariate_representation(equations);
    if (r.degree > 60) continue;
    const auto integers = detail::integer_equations(equations, ctx);
    const auto by_values = [&](const UnivariateRepresentation& of) {
      return detail::identities_by_values(integers, of, derivative(of.polynomial, 1), ctx);
    };
    EXPECT_EQ(by_values(r), detail::IdentityCheck::hold) << s.name;
    // A variable that is the form is not looked at.
    const auto other_variable = std::find(r.form.begin(), r.form.end(), 0);
    const std::size_t changed =
        other_variable == r.form.end() ? 0 : static_cast<std::size_t>(other_variable - r.form.begin());
    UnivariateRepresentation other = r;
    other.numerators[changed] = plus_one(r.numerators[changed], r.degree / 2);
    EXPECT_EQ(by_values(other), detail::IdentityCheck::fail) << s.name;
    bool all = true;
    for (const auto& equation : integers)
      all = all && detail::is_multiple_of(
                       detail::equation_at_roots(equation, other, derivative(other.polynomial, 1), ctx).value,
                       other.polynomial, ctx);
    EXPECT_FALSE(all) << s.name;
  }
}

TEST(Completeness, DoesNotRestOnTheDegreeThatIsTold) {
  const auto equations = system_of("x,y,z", "x^2+y+z-1,x+y^2+z-1,x+y+z^2-1");
  UnivariateRepresentation r = univariate_representation(system_of("x,y", "x^2+y-3,x+y^2-2"));
  r.degree = 17;
  EXPECT_TRUE(is_proved(system_of("x,y", "x^2+y-3,x+y^2-2"), r));
  r = univariate_representation(equations);
  EXPECT_EQ(is_proved(equations, r), r.polynomial.degree() == 8);
}

TEST(InvertibleJacobian, IsTheOneOfSimplePoints) {
  const auto invertible = [](const std::vector<MultiPolyQ>& equations) {
    return detail::has_invertible_jacobian(detail::integer_equations(equations, ExecutionContext()),
                                           univariate_representation(equations), ExecutionContext());
  };
  for (const char* text : {"x^2+y-3,x+y^2-2", "x*y-1,x^2+y^2-3", "x^7-y,y^2-x-1", "2*x-3,5*y+x-1",
                           // At one point the first derivative is zero, at the other one the second.
                           "(x-1)*(y-2),(x-3)*(y-4)"})
    EXPECT_TRUE(invertible(system_of("x,y", text))) << text;
  for (const char* text : {"x^2+y^2-2*x,y^2-x^3", "(x-1)^2,y-x", "x^2-y,x^2-3*y+1+y^2"})
    EXPECT_FALSE(invertible(system_of("x,y", text))) << text;
  EXPECT_FALSE(invertible(system_of("x,y,z", "x*(x-1),y*(y-2)+x,z*(z-3)+x*y")));
  EXPECT_TRUE(invertible(system_of("x,y,z", "x*(x-1),y*(y-2)+x*y,z*(z-1)+x*y")));
}

}  // namespace
}  // namespace polyfork::test
