// z_factor/SHAPE/...: polynomials over Z into irreducible factors.
//
// products/K/N/B: K random polynomials of degree N with coefficients of B bits. irreducible/N/B: one of them.
// cyclotomic/N: x^N - 1. chebyshev/N. swinnerton_dyer/N: of degree 2^N.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  const auto add = [&](std::string name, const char* group, bool standard, IntegerFactorShape shape, std::size_t count,
                       std::size_t degree, std::size_t bits) {
    cells.push_back(
        {std::move(name), standard, [=] { return integer_factor_problem(shape, count, degree, bits); }, group});
  };
  for (const std::size_t count : {2, 5, 10, 20, 40})
    for (const std::size_t degree : {5, 10, 20, 50, 250})
      for (const std::size_t bits : {20, 100, 1000}) {
        if (count * degree > 500) continue;
        add(fmt::format("z_factor/products/{}/{}/{}", count, degree, bits), "products", count * degree * bits <= 20000,
            IntegerFactorShape::products, count, degree, bits);
      }
  for (const std::size_t degree : {10, 20, 50, 100, 200, 500})
    for (const std::size_t bits : {20, 100, 1000})
      add(fmt::format("z_factor/irreducible/{}/{}", degree, bits), "irreducible", degree <= 100,
          IntegerFactorShape::products, 1, degree, bits);
  for (const std::size_t degree : {24, 60, 105, 210, 360, 1000, 2000})
    add(fmt::format("z_factor/cyclotomic/{}", degree), "cyclotomic", degree <= 105, IntegerFactorShape::cyclotomic, 1,
        degree, 1);
  for (const std::size_t degree : {16, 45, 100, 200, 300, 500, 1000})
    add(fmt::format("z_factor/chebyshev/{}", degree), "chebyshev", degree <= 100, IntegerFactorShape::chebyshev, 1,
        degree, 1);
  for (const std::size_t n : {4, 5, 6, 7, 8})
    add(fmt::format("z_factor/swinnerton_dyer/{}", n), "swinnerton_dyer", n <= 6, IntegerFactorShape::swinnerton_dyer,
        1, n, 1);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "factor_z", all_cells()); }
