// Coordinates x = c_0 + sum of c_w w in univariate representations.
//
// With w = g_w / (d_w f') that is x = (c_0 f' + sum of (c_w / d_w) g_w) / f', whose denominators are cleared.
#include "system/solve/extend_representation.hpp"

#include <utility>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

UnivariateRepresentation representation_of_point() {
  UnivariateRepresentation r;
  r.degree = 1;
  r.polynomial = PolyZ::generator();
  r.multiplicities = {{1, r.polynomial}};
  return r;
}

UnivariateRepresentation extended(UnivariateRepresentation r, const Variables& variables,
                                  const std::vector<SystemBranch::Solved>& solved, const ExecutionContext& ctx) {
  const std::size_t n = variables.size();
  std::vector<std::int64_t> form(n, 0);
  std::vector<PolyZ> numerators(n);
  std::vector<Integer> denominators(n, Integer(1));
  for (std::size_t v = 0; v < r.variables.size(); ++v) {
    const std::size_t at = variables.index(r.variables.name(v));
    form[at] = r.form[v];
    numerators[at] = std::move(r.numerators[v]);
    denominators[at] = std::move(r.denominators[v]);
  }
  const PolyQ slope = to_rational(derivative(r.polynomial, 1, ctx));
  for (std::size_t i = solved.size(); i-- > 0;) {
    const MultiPolyQ& value = solved[i].value;
    PolyQ sum = scale(slope, value.constant_term(), ctx);
    for (std::size_t v = 0; v < n; ++v) {
      MultiPolyQ::Exponents exponents(n, 0);
      exponents[v] = 1;
      const Rational c = value.coefficient_of(exponents);
      if (c.is_zero()) continue;
      sum = add(sum, scale(to_rational(numerators[v]), c / Rational(denominators[v]), ctx), ctx);
    }
    PolyZ numerator = numerator_polynomial(sum);
    denominators[solved[i].variable] = sum.coefficients().denominator();
    numerators[solved[i].variable] = std::move(numerator);
  }
  r.variables = variables;
  r.form = std::move(form);
  r.numerators = std::move(numerators);
  r.denominators = std::move(denominators);
  return r;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
