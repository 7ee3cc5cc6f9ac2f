// zp_divrem/P/N, zp_gcd/P/N, zp_eval/P/N, zp_interpolate/P/N, zp_inverse/P/N: what is built on products modulo P.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  const std::pair<const char*, Operation> operations[] = {{"zp_divrem", Operation::zp_divrem},
                                                          {"zp_gcd", Operation::zp_gcd},
                                                          {"zp_eval", Operation::zp_evaluate},
                                                          {"zp_interpolate", Operation::zp_interpolate},
                                                          {"zp_inverse", Operation::zp_inverse}};
  std::vector<CompareCell> cells;
  for (const auto& [name, operation] : operations)
    for (const std::uint64_t p : {1108307720798209, 1125899906842597, 9223372036854775783})
      for (unsigned log = 7; log <= 18; ++log) {
        const std::size_t length = std::size_t{1} << log;
        const bool standard = log >= 10 && log <= 16 && log % 2 == 0;
        cells.push_back({fmt::format("{}/{}/{}", name, p, length), standard,
                         [=, operation = operation] { return modular_algebra_problem(operation, p, length); }, ""});
      }
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "zp_algebra", all_cells()); }
