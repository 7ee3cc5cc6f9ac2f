// Exact decisions about algebraic numbers: each is a polynomial and an interval that isolates one of its roots.
#include <compare>
#include <iostream>
#include <string>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

namespace {

using namespace polyfork;

/// A real algebraic number.
struct Algebraic {
  PolyZ f;
  RootInterval root;
};

/// The largest real root of a polynomial that has one.
Algebraic largest_root(const std::string& text) {
  const PolyZ f = parse_poly_z(text);
  return {f, isolate_real_roots(f).roots.back()};
}

const char* sign_of(std::strong_ordering order) { return order < 0 ? " < " : order > 0 ? " > " : " = "; }

}  // namespace

int main() {
  const Algebraic root2 = largest_root("x^2 - 2");
  const Algebraic root2_again = largest_root("x^4 + x^3 - x^2 - 2*x - 2");  // (x^2 - 2)(x^2 + x + 1)
  const Algebraic sum = largest_root("x^4 - 10*x^2 + 1");                   // sqrt(2) + sqrt(3)
  const Algebraic pi_like = largest_root("1000000*x - 3146264");            // its first seven digits

  std::cout << "sqrt(2) + sqrt(3) = " << root_to_decimal(sum.f, sum.root, 30) << "...\n";

  const auto above = compare_roots(sum.f, sum.root, pi_like.f, pi_like.root);
  std::cout << "sqrt(2) + sqrt(3)" << sign_of(above) << "3.146264\n";
  const auto same = compare_roots(root2.f, root2.root, root2_again.f, root2_again.root);
  std::cout << "sqrt(2)" << sign_of(same) << "the largest root of " << root2_again.f << '\n';

  // The sign of a polynomial at a root, zero included: no rounding is involved.
  const int positive = sign_at_root(parse_poly_z("x^3 - 9*x"), sum.f, sum.root);
  const int vanishes = sign_at_root(parse_poly_z("(x^2 - 2)*(x + 7)"), root2.f, root2.root);
  std::cout << "x^3 - 9x at sqrt(2) + sqrt(3) has the sign " << positive << '\n';
  std::cout << "(x^2 - 2)(x + 7) at sqrt(2) has the sign " << vanishes << '\n';

  return above > 0 && same == 0 && positive > 0 && vanishes == 0 ? 0 : 1;
}
