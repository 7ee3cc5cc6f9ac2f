// Sparse polynomials in several named variables: products, division, substitution, the view in a main variable, and
// variables as coefficients.
#include <iostream>

#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>

int main() {
  using namespace polyfork;

  const Variables variables({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
  const MultiPolyZ x = MultiPolyZ::generator(variables, "x");
  const MultiPolyZ y = MultiPolyZ::generator(variables, "y");
  const MultiPolyZ z = MultiPolyZ::generator(variables, "z");

  const MultiPolyZ f = pow(x + Integer(2) * y - z, 3);
  const MultiPolyZ g = pow(x, 100) * y - z + Integer(1);
  std::cout << "f = " << f << "\ng = " << g << '\n';
  const MultiPolyZ product = f * g;
  std::cout << "f g has " << product.term_count() << " terms, total degree " << product.total_degree()
            << "; divided by g again: " << (product / g == f ? "f" : "something else") << '\n';

  const auto [quotient, remainder] = div_rem(f, x * x + y * z);
  std::cout << "f = (" << quotient << ") (x^2 + y*z) + " << remainder << '\n';

  for (const auto& [degree, coefficient] : recursive_view(f, "x").parts)
    std::cout << "coefficient of x^" << degree << " in f: " << coefficient << '\n';

  std::cout << "f over Z[z]: " << with_coefficients_in(f, "z") << '\n';

  std::cout << "f at (1, 2, 3) = " << evaluate(f, {1, 2, 3}) << '\n'
            << "f with x -> y, y -> x: " << substitute(f, {{"x", y}, {"y", x}}) << '\n'
            << "f in lex order: " << f.with_variables(variables.with_order(MonomialOrder::lex)) << '\n';
  try {
    std::cout << x + MultiPolyZ::generator(Variables({"x", "t"}), "t") << '\n';
  } catch (const DomainError& e) {
    std::cout << "not combined: " << e.what() << '\n';
  }
  return product / g == f && quotient * (x * x + y * z) + remainder == f ? 0 : 1;
}
