// Rational functions Q(t), and polynomials in x over them: fractions in lowest terms, division, gcd.
#include <iostream>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>

int main() {
  using namespace polyfork;
  const PolynomialRing<Rationals> ring({}, "t");
  const RationalFunctions<Rationals> field(ring);
  const PolyQ t = ring.generator();

  const auto a = field.fraction(t * t - Rational(1), t * t + t * Rational(2) + Rational(1));
  const auto b = field.fraction(ring.one(), t);
  std::cout << "a = " << field.to_string(a) << ", b = " << field.to_string(b) << '\n';
  std::cout << "a + b = " << field.to_string(field.add(a, b)) << '\n';

  using Poly = DensePoly<RationalFunctions<Rationals>>;
  const Poly f(field, {field.neg(a), field.one()});           // x - a
  const Poly g(field, {b, field.embed(t), field.zero(), b});  // b x^3 + t x + b
  const auto [quotient, remainder] = div_rem(g, f);
  std::cout << "remainder of " << g << " by " << f << ": " << remainder << '\n';
  // The remainder is the value at x = a, and f is what f g and f^2 have in common.
  return field.equal(remainder.coefficient(0), evaluate(g, a)) && gcd(f * g, f * f) == f ? 0 : 1;
}
