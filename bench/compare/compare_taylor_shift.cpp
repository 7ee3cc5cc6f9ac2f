// taylor_shift/N/B: f(x + 1) for f of N coefficients of B bits.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  const auto add = [&](std::size_t length, std::size_t bits, bool standard) {
    cells.push_back({fmt::format("taylor_shift/{}/{}", length, bits), standard,
                     [=] { return integer_problem(Operation::z_shift, length, bits); }, ""});
  };
  for (const std::size_t n : {256, 1024, 2048, 4096, 8192}) add(n, n, true);
  add(16384, 64, true);
  for (const std::size_t n : {8, 16, 24, 32, 48, 64, 96, 128, 192}) {
    add(n, 64, false);
    add(n, 256, false);
    add(n, 1024, false);
  }
  add(256, 16384, false);
  add(1024, 64, false);
  add(16384, 16384, false);
  add(32768, 64, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "taylor_shift", all_cells()); }
