// One syntax for polynomials of every type over every ring, and one literal.
#include <iostream>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

int main() {
  using namespace polyfork;
  using namespace polyfork::literals;

  // The literal becomes what it is used as.
  const PolyZ f = "3*x^2 - 1"_poly;
  const MultiPolyQ g = "x*y/2 - (x + y)^2"_poly;
  const PolyZp h = "x^3 + 9"_poly.over(PrimeField(7));
  std::cout << to_string(f) << "\n" << to_string(g) << "\n" << to_string(h) << "\n";

  // Text from elsewhere, with the variables in an order of one's own.
  const Variables xyz({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
  const auto k = parse_poly<MultiPolyZ>("(x + y + z)^2 - z^3", xyz);
  std::cout << to_string(k) << "\n";

  // Names that the coefficient ring knows are coefficients: i in Q(i), t in Q(t).
  const auto c = parse_poly<SparseMultiPoly<GaussianRationals>>("(x + i*y)*(x - i*y)");
  const RationalFunctions<Rationals> functions(PolynomialRing<Rationals>({}, "t"));
  const auto r =
      parse_poly<SparseMultiPoly<RationalFunctions<Rationals>>>("x/(t - 1) + (t + 1)/(t^2 - 1)*y", functions);
  std::cout << to_string(c) << "\n" << to_string(r) << "\n";

  // What is written is read back; what cannot be read is reported with its place.
  const bool back = parse_poly<MultiPolyZ>(to_string(k), xyz) == k;
  try {
    parse_poly<MultiPolyZ>("x*y +\n  2*w", xyz);
  } catch (const ParseError& e) {
    std::cout << e.what() << "\n";
    return back && e.line() == 2 && e.column() == 5 ? 0 : 1;
  }
  return 1;
}
