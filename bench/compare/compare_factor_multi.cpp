// Polynomials in several variables into irreducible factors: multi_factor/RING/..., where RING is z or a prime.
//
// dense/N/D/K: K random polynomials in N variables with all monomials up to the total degree D. sparse/N/T/D/K: K of T
// terms of degree up to D in each variable. shifted_powers/K: (x + s^K) (y + s^K) for s = 1 + x + y + z + t, after
// FLINT's own profile.
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "compare.hpp"
#include "make_sparse_problem.hpp"

namespace {

using namespace polyfork_bench;

void add_cells(std::vector<CompareCell>& cells, std::uint64_t p) {
  const std::string ring = p == 0 ? "z" : std::to_string(p);
  const auto add = [&](const std::string& shape_name, bool standard, const SparseShape& shape, std::size_t count) {
    cells.push_back({fmt::format("multi_factor/{}/{}/{}", ring, shape_name, count), standard,
                     [=] { return multi_factor_problem(shape, count, p); }, ""});
  };
  for (const auto& [n, d] : {std::pair{2, 4}, {2, 10}, {2, 20}, {3, 3}, {3, 6}, {4, 2}, {4, 4}, {5, 2}, {5, 3}, {6, 2}})
    for (const std::size_t count : {2, 4}) {
      const std::size_t variables = n, degree = d;
      add(fmt::format("dense/{}/{}", n, d), count == 2 && d <= 10, {.variables = variables, .degree = degree}, count);
    }
  for (const auto& [n, t, d] : {std::tuple{2, 10, 20}, {3, 6, 6}, {3, 20, 10}, {4, 10, 10}, {5, 20, 8}, {6, 8, 6}})
    for (const std::size_t count : {2, 4}) {
      const std::size_t variables = n, terms = t, degree = d;
      add(fmt::format("sparse/{}/{}/{}", n, t, d), count == 2,
          {.variables = variables, .terms = terms, .degree = degree}, count);
    }
  for (const std::size_t k : {2, 4, 6, 8, 12, 16, 20})
    cells.push_back({fmt::format("multi_factor/{}/shifted_powers/{}", ring, k), k <= 8,
                     [=] { return shifted_powers_problem(k, p); }, ring + "/shifted_powers"});
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  for (const std::uint64_t p : {std::uint64_t{0}, std::uint64_t{101}, std::uint64_t{2147483647}}) add_cells(cells, p);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "factor_multi", all_cells()); }
