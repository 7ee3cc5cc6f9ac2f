// Polynomials over Q(i): x^2 + 1 splits, and a gcd finds the part that two polynomials share.
#include <iostream>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

int main() {
  using namespace polyfork;
  using Poly = DensePoly<GaussianRationals>;
  const GaussianRational i = GaussianRational::i();

  const Poly f = convert(GaussianRationals(), parse_poly("x^4 + 5*x^2 + 4"));
  const Poly g{GaussianRational(Rational(1, 2), 1) * -i, GaussianRational(Rational(1, 2), 1)};  // (1/2+i)(x - i)
  std::cout << "gcd(" << f << ", " << g << ") = " << gcd(f, g) << '\n';

  const auto [quotient, remainder] = div_rem(f, g);
  std::cout << "quotient " << quotient << ", remainder " << remainder << '\n';
  std::cout << "f(2i) = " << evaluate(f, i * GaussianRational(2)) << ", |1+2i|^2 = " << GaussianRational(1, 2).norm()
            << '\n';
  return remainder.is_zero() && quotient * g == f && is_complex_field_v<GaussianRationals> ? 0 : 1;
}
