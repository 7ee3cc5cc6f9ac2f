// Polynomials in several variables, and a real algebraic number with its polynomial.
#include <iostream>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

int main() {
  using namespace polyfork;
  using namespace polyfork::literals;
  const MultiPolyZ f = "x^2 - y^2"_poly, g = "(x + y)^2"_poly;
  std::cout << gcd(f, g) << ", " << resultant(f, "x - 2*y + 1"_poly, "x") << '\n';

  const AlgebraicReal r = sqrt(AlgebraicReal(2)) + sqrt(AlgebraicReal(3));
  std::cout << r.polynomial() << ": " << r.to_decimal(20) << '\n';
}
