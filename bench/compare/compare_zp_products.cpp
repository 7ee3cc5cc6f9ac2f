// zp_mul/P/N: products of two polynomials of N coefficients modulo the prime P.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"
#include "support/inputs.hpp"

namespace {

using namespace polyfork_bench;

void add_modular(std::vector<CompareCell>& cells, std::uint64_t p, unsigned min_log, unsigned max_log, bool standard) {
  for (unsigned log = min_log; log <= max_log; log += 2) {
    const std::size_t length = std::size_t{1} << log;
    cells.push_back({fmt::format("zp_mul/{}/{}", p, length), standard, [=] { return modular_problem(p, length); }, ""});
  }
}

/// Primes with just as many roots of unity as products of that length take here, where transforms end at blocks of
/// eight coefficients: their p - 1 is divisible by an eighth of the transform's length.
void add_scarce(std::vector<CompareCell>& cells, unsigned min_log, unsigned max_log) {
  for (unsigned log = min_log; log <= max_log; log += 2) add_modular(cells, ntt_prime_50(log - 2), log, log, true);
}

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  const std::uint64_t resident = 1108307720798209, other = ntt_prime_50();
  for (const std::uint64_t p :
       {resident, other, std::uint64_t{1125899906842597}, std::uint64_t{2013265921}, std::uint64_t{2147483647},
        std::uint64_t{4611686018326724609}, std::uint64_t{9223372036854775783}}) {
    add_modular(cells, p, 10, 20, true);
    add_modular(cells, p, 22, 22, false);
    add_modular(cells, p, 4, 8, false);
    if (p == other) add_scarce(cells, 10, 20);
  }
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "zp_products", all_cells()); }
