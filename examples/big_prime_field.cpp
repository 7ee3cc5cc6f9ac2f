// Polynomials modulo the Mersenne prime 2^127 - 1: arithmetic, gcd, and a test for roots by x^p - x.
#include <iostream>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>
#include <polyfork/ring/big_prime_field.hpp>

int main() {
  using namespace polyfork;
  using Poly = DensePoly<BigPrimeField>;
  const Integer p = (Integer(1) << 127) - Integer(1);
  const BigPrimeField field(p);  // checks that p is prime

  const Poly f = convert(field, parse_poly_z("(x^2 + 1) * (x - 5) * (x + 12345678901234567890)"));
  // x^p mod f by squaring: p = 2^127 - 1 has 127 ones.
  const Poly x = Poly::generator(field);
  Poly power = x;
  for (int bit = 1; bit < 127; ++bit) power = rem(power * power * x, f);
  const Poly linear = gcd(power - x, f);  // the product of the linear factors: -1 is no square modulo p
  std::cout << "linear factors of f: " << linear << '\n';
  std::cout << "1/3 mod p = " << field.inverse(3) << '\n';
  return linear.degree() == 2 && field.is_zero(evaluate(linear, 5)) ? 0 : 1;
}
