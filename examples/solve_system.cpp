// All real solutions of a system of polynomial equations, each in a box.
#include <iostream>

#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/real_solutions.hpp>

int main() {
  using namespace polyfork;
  const Variables xy({"x", "y"});
  const auto found =
      real_solutions({parse_poly<MultiPolyQ>("x^2 + y^2 - 4", xy), parse_poly<MultiPolyQ>("x*y - 1", xy)});
  for (const RealSolution& solution : found.solutions) {
    for (std::size_t v = 0; v < xy.size(); ++v) {
      const RootInterval& side = solution.coordinates[v];
      std::cout << xy.name(v) << " in (" << side.lower << ", " << side.upper << ")  ";
    }
    std::cout << '\n';
  }
  std::cout << (found.complete ? "These are all, which is proved.\n" : "These are probably all.\n");
}
