// ntt/P/N, intt/P/N: forward and inverse transforms of N words modulo the prime P.
#include <bit>

#include <fmt/format.h>

#include <polyfork/ring/primes.hpp>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

void add(std::vector<CompareCell>& cells, const char* name, Operation operation, std::uint64_t p, unsigned log,
         bool standard) {
  const std::size_t n = std::size_t{1} << log;
  const double butterflies = static_cast<double>(n / 2) * log;
  cells.push_back({fmt::format("{}/{}/{}", name, p, n), standard, [=] { return transform_problem(operation, p, n); },
                   fmt::format("{}/{}", name, p), butterflies});
}

std::vector<CompareCell> all_cells() {
  constexpr std::uint64_t resident = 1108307720798209;  // the prime whose tables FLINT always keeps
  std::vector<CompareCell> cells;
  for (unsigned log = 10; log <= 22; log += 2) add(cells, "ntt", Operation::transform, resident, log, true);
  for (unsigned log = 10; log <= 22; log += 2) add(cells, "intt", Operation::inverse_transform, resident, log, true);
  for (unsigned log = 24; log <= 26; log += 2) add(cells, "ntt", Operation::transform, resident, log, false);
  // Primes of 57 bits: FLINT's transforms end at 50.
  const std::uint64_t wide = polyfork::ntt_primes(std::uint64_t{1} << 57, 28, 1).front();
  for (unsigned log = 10; log <= 22; log += 4) add(cells, "ntt", Operation::transform, wide, log, false);
  for (unsigned log = 24; log <= 28; ++log) add(cells, "ntt", Operation::transform, wide, log, false);
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "transforms", all_cells()); }
