// Sparse univariate polynomials: huge degrees, gcd and square-free decomposition, shifts, resultants, text, and the
// dense form.
#include <iostream>
#include <variant>

#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/sparse/sparse_resultant.hpp>
#include <polyfork/poly/sparse/sparse_shift.hpp>
#include <polyfork/poly/text/parse.hpp>

int main() {
  using namespace polyfork;
  using Poly = SparsePoly<Rationals>;

  const Poly f = parse_sparse(Rationals(), "(x^1000000000000 - 1/4)^2 * (x^3000000000000 + x)");
  std::cout << "f = " << f << " has " << f.term_count() << " terms\n";
  const auto decomposition = square_free_decomposition(parse_sparse(Rationals(), "x^5*(x^2000000000 - 9)^3"));
  for (const auto& [factor, multiplicity] : decomposition.factors)
    std::cout << "(" << factor << ")^" << multiplicity << '\n';
  const Poly g = gcd(parse_sparse(Rationals(), "x^60000000 - 1"), parse_sparse(Rationals(), "x^90000000 - 1"));
  std::cout << "gcd = " << g << '\n';

  // Over a finite field x^(p^k) - x has every element of the field as a root.
  const PrimeField field(1000003);
  const auto frobenius = parse_sparse(field, "x^1000006000009 - x");  // p^2
  const auto roots = gcd(frobenius, parse_sparse(field, "(x - 1)*(x - 2)*(x^3 + 2)"));
  std::cout << "the factors of degree 1 or 2: " << roots << '\n';

  // Over a finite field shifts and resultants do not need the list of all coefficients either.
  std::cout << "at x + 2: " << taylor_shift(frobenius, 2) << '\n';
  std::cout << "resultant: " << resultant(frobenius, parse_sparse(field, "x^3 + 2")) << '\n';

  const auto form = by_density(parse_sparse(Rationals(), "(x + 1)^10"));
  std::cout << "kept dense: " << std::holds_alternative<PolyQ>(form) << '\n';
  return g == parse_sparse(Rationals(), "x^30000000 - 1") && exact_div(f * g, g) == f ? 0 : 1;
}
