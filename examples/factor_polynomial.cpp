// Irreducible factors over the integers, and zeros modulo a prime.
#include <iostream>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/text/io.hpp>

int main() {
  const polyfork::PolyZ f = polyfork::parse_poly_z("(x^4 + 1)^2 * (x^2 - 2)");
  for (const auto& [polynomial, multiplicity] : factor(f).factors)
    std::cout << polynomial << "  multiplicity " << multiplicity << '\n';
  const polyfork::PolyZp g = reduce(f, polyfork::PrimeField(7));
  for (const auto& root : roots(g)) std::cout << "zero " << root.value << " modulo 7\n";
}
