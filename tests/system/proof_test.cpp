// The proof of completeness: right representations pass, altered ones do not.
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/system/representation.hpp>

#include "system/modular/proof.hpp"
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

}  // namespace
}  // namespace polyfork::test
