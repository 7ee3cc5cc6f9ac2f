// A regular chain built by hand: normal forms, an inverse, a split, and the real points.
#include <iostream>

#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/regular_chain.hpp>

int main() {
  using namespace polyfork;
  const Variables yx({"y", "x"});  // the greatest first
  const RegularChain<Rationals> chain = parse_regular_chain("x^2 - 2, y^2 - x^2 + x", yx);
  const auto f = parse_poly<MultiPolyQ>("y^3 + x*y + 1", yx);
  std::cout << "chain of degree " << chain.degree() << ": " << chain.to_string() << '\n';
  std::cout << "normal form: " << chain.normal_form(f) << '\n';
  std::cout << "inverse: " << chain.inverse(f) << '\n';
  std::cout << "product of its values: " << chain.iterated_resultant(f) << '\n';

  // Zero at some points only: the chain splits.
  const RegularChain<Rationals> larger = parse_regular_chain("x^3 - 2*x, y^2 - x - 3", yx);
  for (const auto& piece : larger.regularize(parse_poly<MultiPolyQ>("x^2 - 2", yx)))
    std::cout << (piece.zero ? "zero at " : "invertible at ") << piece.chain.to_string() << '\n';

  for (const RealSolution& point : real_solutions(chain).solutions)
    std::cout << "y in (" << point.coordinates[0].lower << ", " << point.coordinates[0].upper << "), x in ("
              << point.coordinates[1].lower << ", " << point.coordinates[1].upper << ")\n";
}
