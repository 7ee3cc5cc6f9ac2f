// From polynomials over Q to equations over Z.
#include "system/proofs/integer_equation.hpp"

#include <utility>

#include <polyfork/poly/multivariate/convert_multi.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<IntegerEquation> integer_equations(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  std::vector<IntegerEquation> result;
  for (const MultiPolyQ& f : equations) {
    if (f.is_zero()) continue;
    const MultiPolyZ g = numerator_polynomial(f);
    Integer content;
    for (std::size_t i = 0; i < g.term_count() && !content.is_one(); ++i) content = gcd(content, g.coefficient(i));
    IntegerEquation equation;
    equation.degree = static_cast<std::uint64_t>(g.total_degree());
    for (std::size_t i = 0; i < g.term_count(); ++i) {
      ctx.poll();
      equation.exponents.push_back(g.exponents(i));
      equation.coefficients.push_back(exact_div(g.coefficient(i), content));
    }
    result.push_back(std::move(equation));
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
