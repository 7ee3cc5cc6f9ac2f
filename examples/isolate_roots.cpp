// The real roots of a polynomial.
#include <iostream>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

int main() {
  const polyfork::PolyZ f = polyfork::parse_poly_z("(x^2 - 2)^3 * (3*x - 1)");
  for (const polyfork::RootInterval& root : polyfork::isolate_real_roots(f).roots) {
    if (root.exact)
      std::cout << root.lower;
    else
      std::cout << "(" << root.lower << ", " << root.upper << ") = " << root_to_decimal(f, root, 10) << "...";
    std::cout << "  multiplicity " << root.multiplicity << '\n';
  }
}
