// roots/FAMILY/DEGREE: isolation of all real roots. Results agree when the numbers of roots do.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

/// The degrees that run without --all: what the exact engine does within minutes, all peers included.
constexpr std::size_t standard_degree = 512;

void add(std::vector<CompareCell>& cells, const std::string& family, const std::vector<std::size_t>& degrees,
         bool standard) {
  for (const std::size_t degree : degrees)
    cells.push_back({fmt::format("roots/{}/{}", family, degree), standard && degree <= standard_degree,
                     [family, degree] { return roots_problem(family, degree); }, family});
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  add(cells, "chebyshev", {256, 512, 1024, 2048}, true);
  add(cells, "laguerre", {256, 512, 1024}, true);
  add(cells, "wilkinson", {256, 512, 1024, 2048}, true);
  add(cells, "mignotte", {256, 512}, true);
  for (const char* family :
       {"legendre", "hermite", "bnd", "cnd", "exp", "random", "wilkinson-perturb-23", "chebyshev-shift-1-3"})
    add(cells, family, {256, 512, 1024}, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "roots", all_cells()); }
