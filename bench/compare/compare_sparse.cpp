// sparse_mul/fateman/K: f (f + 1) for f = (1 + x + y + z + t)^K.
// sparse_mul/powers/K: (1 + x + y + 2z^2 + 3t^3 + 5u^5)^K times (1 + u + t + 2z^2 + 3y^3 + 5x^5)^K.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  for (const std::size_t k : {4, 10, 15, 20, 25, 30})
    cells.push_back({fmt::format("sparse_mul/fateman/{}", k), k == 20, [k] { return fateman_problem(k); }, "fateman"});
  for (const std::size_t k : {4, 6, 8, 10, 12, 14})
    cells.push_back(
        {fmt::format("sparse_mul/powers/{}", k), k == 8 || k == 12, [k] { return sparse_problem(k); }, "powers"});
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "sparse", all_cells()); }
