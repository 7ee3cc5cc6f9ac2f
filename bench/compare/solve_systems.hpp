// Classical systems of polynomial equations in msolve's format.
#pragma once

#include <string>
#include <vector>

namespace polyfork_bench {

struct System {
  std::string name;
  std::string text;  ///< in msolve's format
};

/// The families katsura 4-10, cyclic 5-7, eco 8-11, noon 3-6, reimer 4-6 and x_i^d + the other variables = 1 (nld), the
/// systems of the thesis's table 3.4 whose equations are public, substitutes for those that are not, and random
/// equations in two variables.
std::vector<System> classical_systems();

}  // namespace polyfork_bench
