// z_add/N/B, z_gcd/N/B, z_eval/N/B: arithmetic of polynomials of N coefficients of B bits.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"
#include "support/inputs.hpp"

namespace {

using namespace polyfork_bench;

using Shapes = std::vector<std::pair<std::size_t, std::size_t>>;

void add(std::vector<CompareCell>& cells, const char* name, Operation operation, const Shapes& shapes, bool standard) {
  for (const auto& [length, bits] : shapes)
    cells.push_back({fmt::format("{}/{}/{}", name, length, bits), standard,
                     [operation, n = length, b = bits] { return integer_problem(operation, n, b); }, ""});
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  add(cells, "z_add", Operation::z_add, {{1024, 64}, {1024, 1024}, {65536, 64}}, true);
  add(cells, "z_add", Operation::z_add, {{65536, 1024}, {1048576, 64}, {64, 100000}}, false);
  for (const std::size_t n : {1, 2, 3, 5, 10, 20, 50})
    for (const std::size_t bits : {30, 64, 256, 1024}) add(cells, "z_add", Operation::z_add, {{n, bits}}, false);
  for (const std::size_t n : {4, 16, 64})
    for (const std::size_t bits : {30, 64, 256}) add(cells, "z_eval", Operation::z_eval, {{n, bits}}, false);
  add(cells, "z_gcd", Operation::z_gcd, {{4, 30}, {10, 30}, {20, 64}}, false);
  add(cells, "z_gcd", Operation::z_gcd, {{64, 64}, {256, 256}, {1024, 256}}, true);
  add(cells, "z_gcd", Operation::z_gcd, {{256, 4096}, {1024, 1024}, {4096, 64}}, false);
  add(cells, "z_eval", Operation::z_eval, {{256, 256}, {1024, 64}, {4096, 1024}}, true);
  add(cells, "z_eval", Operation::z_eval, {{16384, 64}, {65536, 64}}, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "arithmetic", all_cells()); }
