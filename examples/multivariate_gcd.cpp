// Greatest common divisors, square-free parts, resultants and elimination in several variables.
#include <iostream>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

int main() {
  using namespace polyfork;

  const Variables names({"x", "y", "z"});
  const MultiPolyZ x = MultiPolyZ::generator(names, "x");
  const MultiPolyZ y = MultiPolyZ::generator(names, "y");
  const MultiPolyZ z = MultiPolyZ::generator(names, "z");

  const MultiPolyZ g = x * y * 2 - z + 1;
  const MultiPolyZ f = g * g * (x + z);
  std::cout << "gcd = " << gcd(f, g * (x - z)) << '\n';

  std::cout << "square-free:";
  for (const auto& [factor, multiplicity] : square_free_decomposition(f).factors)
    std::cout << " (" << factor << ")^" << multiplicity;
  std::cout << '\n';

  // A circle and a hyperbola: y eliminated, and when they touch as z, the radius squared, varies.
  const MultiPolyZ circle = x * x + y * y - z;
  const MultiPolyZ hyperbola = x * y - 1;
  const MultiPolyZ eliminated = resultant(circle, hyperbola, "y");
  std::cout << "without y: " << eliminated << '\n';
  std::cout << "touching: " << discriminant(eliminated, "x") << '\n';
  for (const auto& s : subresultant_chain(circle, hyperbola, "y"))
    std::cout << "S_" << s.index << " = " << s.value << '\n';

  const PrimeField field(65537);
  const MultiPolyZp image = reduce(f, field);
  std::cout << "modulo 65537 " << image.term_count() << " terms, a dense array has " << to_dense(image).size() << '\n';
  return gcd(f, g * (x - z)) == g ? 0 : 1;
}
