// parse/FORMAT/DIGITS: reading a text of 4 MB whose coefficients have so many digits.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  for (const auto& [name, format] :
       {std::pair{"coeffs", TextFormat::coeffs}, {"infix", TextFormat::infix}, {"flint", TextFormat::flint}})
    for (const std::size_t digits : {10, 100, 1'000, 10'000, 100'000, 1'000'000})
      cells.push_back({fmt::format("parse/{}/{}", name, digits), digits <= 100'000,
                       [format = format, digits] { return parse_problem(format, digits); }, ""});
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "parse", all_cells()); }
