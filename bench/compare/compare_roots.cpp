// roots/FAMILY/DEGREE: isolation of all real roots. roots_width/FAMILY/SIZE: the same in intervals of width at most
// 1/20, for SIZE coefficients, as table 3.3 of the BPAS thesis counts. Results agree when the numbers of roots do.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

using Cells = std::vector<CompareCell>;

void add_roots(Cells& cells, const std::string& family, const std::vector<std::size_t>& degrees, bool standard) {
  for (const std::size_t degree : degrees)
    cells.push_back({fmt::format("roots/{}/{}", family, degree), standard,
                     [family, degree] { return roots_problem(Operation::roots, family, degree); }, family});
}

void add_width(Cells& cells, const std::string& family, const std::vector<std::size_t>& sizes, bool standard) {
  for (const std::size_t size : sizes)
    cells.push_back({fmt::format("roots_width/{}/{}", family, size), standard,
                     [family, size] { return roots_problem(Operation::roots_width, family, size - 1); },
                     "width " + family});
}

Cells all_cells() {
  Cells cells;
  for (const char* family : {"chebyshev", "laguerre", "wilkinson", "mignotte", "legendre", "hermite", "bnd", "cnd",
                             "exp", "random", "wilkinson-perturb-23", "chebyshev-shift-1-3", "mignotte-nested"})
    add_roots(cells, family, {64, 128}, false);

  add_roots(cells, "chebyshev", {256, 512, 1024, 2048}, true);
  add_roots(cells, "laguerre", {256, 512, 1024}, true);
  add_roots(cells, "wilkinson", {256, 512, 1024, 2048}, true);
  add_roots(cells, "mignotte", {256, 512}, true);
  for (const char* family :
       {"legendre", "hermite", "bnd", "cnd", "exp", "random", "wilkinson-perturb-23", "chebyshev-shift-1-3"})
    add_roots(cells, family, {256, 512, 1024}, true);

  add_roots(cells, "laguerre", {2048}, false);
  add_roots(cells, "mignotte", {1024, 2048}, false);
  add_roots(cells, "mignotte-nested", {256, 512, 1024, 2048}, false);
  for (const char* family : {"random", "wilkinson-perturb-23", "chebyshev-shift-1-3"})
    add_roots(cells, family, {2048}, false);
  for (const char* family :
       {"chebyshev", "laguerre", "wilkinson", "chebyshev-perturb-23", "laguerre-perturb-23", "wilkinson-perturb-23",
        "chebyshev-shift-1-3", "laguerre-shift-1-3", "wilkinson-shift-1-3", "random", "mignotte", "mignotte-nested"})
    add_roots(cells, family, {4096}, false);
  for (const char* family : {"chebyshev-shift-1-3", "laguerre", "random"}) add_roots(cells, family, {8192}, false);

  add_width(cells, "chebyshev", {2048}, true);
  add_width(cells, "laguerre", {2048}, true);
  add_width(cells, "cnd", {32768, 65536}, true);
  add_width(cells, "bnd", {2048, 4096}, true);
  add_width(cells, "chebyshev", {4096}, false);
  add_width(cells, "laguerre", {4096}, false);
  add_width(cells, "wilkinson", {2048, 4096}, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "roots", all_cells()); }
