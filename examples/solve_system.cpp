// All real solutions of a system of polynomial equations, each in a box, then as decimals and as algebraic numbers.
#include <iostream>
#include <string>

#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/solution_values.hpp>

int main() {
  using namespace polyfork;
  using namespace polyfork::literals;
  const auto found = real_solutions({"x^2 + y^2 - 4"_poly, "x*y - 1"_poly});
  std::cout << found;  // a line for each: x = (-2, -3/2), y = ...
  for (const RealSolution& solution : found.solutions) {
    for (const std::string& text : to_decimal(solution, 20)) std::cout << text << "  ";
    std::cout << algebraic_coordinate(solution, 0) << '\n';
  }
  std::cout << (found.complete ? "These are all, which is proved.\n" : "These are probably all.\n");
}
