// The proof of completeness: right representations pass, altered ones do not.
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/system/representation.hpp>

#include "system/proofs/integer_equation.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/proofs/solution_slopes.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

bool is_proved(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r) {
  return detail::is_complete(equations, r, true, std::nullopt, ExecutionContext::default_context());
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
  // Only what somebody has proved to be the number of solutions may stand for the Jacobian matrix.
  EXPECT_TRUE(detail::is_complete(equations, r, true, 4, ExecutionContext()));
  EXPECT_FALSE(detail::is_complete(equations, r, true, 5, ExecutionContext()));
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
