// z_mul/N/B: products of two polynomials over Z of N coefficients of B bits.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

using Shapes = std::vector<std::pair<std::size_t, std::size_t>>;

void add(std::vector<CompareCell>& cells, const Shapes& shapes, bool standard) {
  for (const auto& [length, bits] : shapes)
    cells.push_back({fmt::format("z_mul/{}/{}", length, bits), standard,
                     [n = length, b = bits] { return integer_problem(Operation::z_mul, n, b); }, ""});
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  add(cells,
      {{256, 256},
       {1024, 1024},
       {2048, 2048},
       {4096, 4096},
       {8192, 8192},
       {16384, 64},
       {65536, 64},
       {1048576, 64},
       {65536, 1024},
       {1024, 16384},
       {64, 100000}},
      true);
  add(cells,
      {{1, 64},
       {2, 64},
       {3, 64},
       {4, 64},
       {5, 64},
       {8, 64},
       {10, 64},
       {16, 64},
       {20, 64},
       {32, 64},
       {50, 64},
       {64, 64},
       {16, 1024},
       {64, 1024},
       {8, 100000},
       {16384, 16384}},
      false);
  for (const std::size_t n : {1, 2, 3, 4, 5, 10, 20, 50})
    for (const std::size_t bits : {30, 128, 256, 512, 1024}) add(cells, {{n, bits}}, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "z_products", all_cells()); }
