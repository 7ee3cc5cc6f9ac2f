// to_residues/D/P: integers of D digits of 52 bits modulo P primes of 50 bits. from_residues/D/P: integers of D digits
// from their residues modulo P primes. A step is one digit and one prime.
#include <algorithm>

#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

/// Enough integers for some milliseconds.
std::size_t integers(std::size_t digits, std::size_t primes) {
  return std::clamp<std::size_t>((std::size_t{1} << 22) / (digits * primes), 256, 8192);
}

void add_to(std::vector<CompareCell>& cells, std::size_t digits, std::size_t primes, bool standard) {
  const std::size_t n = integers(digits, primes);
  cells.push_back({fmt::format("to_residues/{}/{}", digits, primes), standard,
                   [=] { return to_residues_problem(digits, primes, n); }, "",
                   static_cast<double>(n * digits * primes)});
}

void add_from(std::vector<CompareCell>& cells, std::size_t primes, bool standard) {
  const std::size_t digits = (50 * primes + 51) / 52;
  const std::size_t n = integers(digits, primes);
  cells.push_back({fmt::format("from_residues/{}/{}", digits, primes), standard,
                   [=] { return from_residues_problem(primes, n); }, "", static_cast<double>(n * digits * primes)});
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  for (const std::size_t digits : {2, 5, 10, 20, 40, 80, 160, 300}) {
    add_to(cells, digits, digits, true);
    add_to(cells, digits, 2 * digits + 1, digits == 20 || digits == 80);  // both operands of a product
  }
  add_to(cells, 1, 4, false);
  add_to(cells, 1000, 4, false);
  add_to(cells, 1000, 1000, false);
  for (const std::size_t primes : {2, 4, 5, 10, 20, 41, 80, 160, 250, 300}) add_from(cells, primes, true);
  add_from(cells, 1000, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "conversions", all_cells()); }
