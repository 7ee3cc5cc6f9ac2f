// zp_factor/SHAPE/P/N: polynomials of degree N modulo P into irreducible factors. `random` are monic, `products` have
// ten random factors of degree N/10, `cyclotomic` is x^N - 1.
#include <algorithm>

#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  const std::pair<const char*, FactorShape> shapes[] = {
      {"random", FactorShape::random}, {"products", FactorShape::products}, {"cyclotomic", FactorShape::cyclotomic}};
  std::vector<CompareCell> cells;
  for (const auto& [name, shape] : shapes)
    for (const std::uint64_t p : {std::uint64_t{2147483647}, std::uint64_t{4611686018427387847}})
      for (const std::size_t degree : {10, 20, 50, 100, 200, 500, 1000, 2000, 5000}) {
        const std::size_t count = std::clamp<std::size_t>(1000 / degree, 1, 20);  // their factors vary much in degree
        cells.push_back({fmt::format("zp_factor/{}/{}/{}", name, p, degree), degree <= 1000,
                         [=, shape = shape] { return modular_factor_problem(shape, p, degree, count); },
                         fmt::format("{}/{}", name, p)});
      }
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "factor", all_cells()); }
