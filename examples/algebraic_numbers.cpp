// Real algebraic numbers as values: roots of polynomials that are compared, hashed, computed with and printed exactly.
#include <algorithm>
#include <iostream>
#include <unordered_set>
#include <vector>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

int main() {
  using namespace polyfork;

  // The real roots of two polynomials; sqrt(2) and -sqrt(2) are among both.
  std::vector<AlgebraicReal> numbers;
  for (const char* text : {"(x^2 - 2)*(x^3 - 5*x + 1)", "(x^2 - 2)*(2*x - 3)"})
    for (const RealRoot& r : real_roots(parse_poly_z(text))) numbers.push_back(r.value);
  numbers.emplace_back(Rational("665857/470832"));  // a convergent of sqrt(2), good to eleven places

  std::sort(numbers.begin(), numbers.end());
  const std::unordered_set<AlgebraicReal> distinct(numbers.begin(), numbers.end());
  std::cout << numbers.size() << " numbers, " << distinct.size() << " of them different:\n";
  for (const AlgebraicReal& x : numbers) std::cout << "  " << x.to_decimal(15) << "  " << x << '\n';

  // Arithmetic is exact: equality is decided, not guessed from digits.
  const AlgebraicReal r2 = sqrt(AlgebraicReal(2));
  const AlgebraicReal r3 = sqrt(AlgebraicReal(3));
  const AlgebraicReal nested = sqrt(5 + 2 * sqrt(AlgebraicReal(6)));
  std::cout << "sqrt(2) + sqrt(3) is a root of " << (r2 + r3).polynomial() << '\n';
  std::cout << "sqrt(5 + 2 sqrt(6)) " << (nested == r2 + r3 ? "=" : "!=") << " sqrt(2) + sqrt(3)\n";

  // The sign of a polynomial at a number, and the integer below it.
  const int sign = sign_at(parse_poly_z("x^4 - 10*x^2 + 1"), nested);
  const Integer below = pow(nested, 20).floor();
  std::cout << "x^4 - 10x^2 + 1 has the sign " << sign << " there; the floor of its 20th power is " << below << '\n';
  return distinct.size() == 7 && nested == r2 + r3 && sign == 0 && below == Integer("9034502497") ? 0 : 1;
}
