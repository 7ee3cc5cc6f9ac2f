// Square-free decomposition, greatest common divisor and exact division over the integers.
#include <iostream>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>

int main() {
  using namespace polyfork;

  const PolyZ f = parse_poly_z("12 * (x + 1)^2 * (x^2 - 3)^5 * (2*x - 7)^2");
  const auto decomposition = square_free_decomposition(f);
  std::cout << "f = " << decomposition.unit;
  for (const auto& [factor, multiplicity] : decomposition.factors)
    std::cout << " * (" << factor << ")^" << multiplicity;
  std::cout << '\n';

  PolyZ product = PolyZ::constant(decomposition.unit);
  for (const auto& [factor, multiplicity] : decomposition.factors) product *= pow(factor, multiplicity);

  const PolyZ g = gcd(f, derivative(f));
  std::cout << "gcd(f, f') = " << g << '\n';
  const PolyZ radical = primitive_part(f / g);  // exact division: it throws where there is a remainder
  std::cout << "the square-free part = " << radical << '\n';
  return product == f && is_square_free(radical) && !is_square_free(f) ? 0 : 1;
}
