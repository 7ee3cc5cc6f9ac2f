// From polynomials over Q to systems with integer coefficients and their images modulo primes.
#include "system/modular/integer_system.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

void require_system(const std::vector<MultiPolyQ>& equations) {
  if (equations.empty()) throw DomainError("a system without equations");
  const Variables& variables = equations[0].variables();
  if (variables.empty()) throw DomainError("a system without variables");
  for (const MultiPolyQ& f : equations)
    if (f.variables().names() != variables.names())
      throw DomainError("equations in different variables: " + variables.to_string() + " and " +
                        f.variables().to_string());
}

IntegerSystem integer_system(const std::vector<MultiPolyQ>& equations) {
  require_system(equations);
  IntegerSystem system;
  const Variables& variables = equations[0].variables();
  system.variables = variables.size();
  const Variables ordered = variables.order() == MonomialOrder::graded_reverse_lex
                                ? variables
                                : variables.with_order(MonomialOrder::graded_reverse_lex);
  for (const MultiPolyQ& f : equations) {
    if (f.is_zero()) continue;
    const MultiPolyZ g = numerator_polynomial(f).with_variables(ordered);
    Integer content;
    for (std::size_t i = 0; i < g.term_count() && !content.is_one(); ++i) content = gcd(content, g.coefficient(i));
    IntegerSystem::Equation equation;
    for (std::size_t i = 0; i < g.term_count(); ++i) {
      equation.exponents.push_back(g.exponents(i));
      equation.coefficients.push_back(exact_div(g.coefficient(i), content));
    }
    system.equations.push_back(std::move(equation));
  }
  return system;
}

std::optional<std::vector<std::vector<std::uint32_t>>> coefficients_modulo(const IntegerSystem& system,
                                                                           const SmallPrime& p) {
  std::vector<std::vector<std::uint32_t>> result;
  for (const auto& equation : system.equations) {
    std::vector<std::uint32_t> residues;
    residues.reserve(equation.coefficients.size());
    for (const Integer& c : equation.coefficients) {
      residues.push_back(static_cast<std::uint32_t>(c.view().mod(p.value())));
      if (residues.back() == 0) return std::nullopt;
    }
    result.push_back(std::move(residues));
  }
  return result;
}

std::vector<WordPolynomial> equations_modulo(const IntegerSystem& system,
                                             const std::vector<std::vector<std::uint32_t>>& coefficients,
                                             MonomialTable& monomials) {
  std::vector<WordPolynomial> result;
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    WordPolynomial f;
    for (const auto& exponents : system.equations[i].exponents) f.monomials.push_back(monomials.insert(exponents));
    f.coefficients = coefficients[i];
    result.push_back(std::move(f));
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
