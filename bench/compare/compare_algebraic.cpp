// Real algebraic numbers: roots as values, their digits, order and arithmetic.
//
// algebraic_roots/DEGREE, algebraic_digits/DEGREE/DIGITS: all real roots of a polynomial. algebraic_order/M/N: of two
// roots of polynomials of these degrees; algebraic_add, algebraic_mul, algebraic_sub likewise. algebraic_returns/M/N:
// is (a + b) - b equal to a? algebraic_sub/neighbours/DEGREE/K: the difference of the two close roots of x^DEGREE - 2
// (K x - 1)^2. algebraic_sub/close/10: of two of many close roots.
#include <fmt/format.h>

#include "compare.hpp"
#include "make_problem.hpp"

namespace {

using namespace polyfork_bench;

struct Root {
  int degree;
  const char* polynomial;
  std::size_t index;
};

constexpr Root cubic{3, "x^3 - 3*x + 1", 1};
constexpr Root quintic{5, "x^5 - 4*x + 1", 1};
constexpr Root septic{7, "x^7 - 5*x^3 + 2*x + 1", 1};
constexpr Root octic{8, "x^8 - 7*x^5 + x + 3", 0};
constexpr Root twentieth{20, "x^20 - 17*x^11 + 3*x^4 - 5*x + 1", 1};

/// Six of its roots lie within 10^-30 of the square root of 2 or its negative.
constexpr const char* close_roots =
    "(x^2 - 2)*(10^30*x^2 - 2*10^30 - 1)*(10^40*x^2 - 2*10^40 - 1)*(10^40*x^4 - x^3 - 4*10^40)";

std::vector<CompareCell> all_cells() {
  std::vector<CompareCell> cells;
  for (const Root& f : {cubic, quintic, octic, twentieth}) {
    cells.push_back({fmt::format("algebraic_roots/{}", f.degree), true,
                     [f] { return algebraic_problem(Operation::algebraic_roots, f.polynomial, 0, "0", 0); }, ""});
    for (const std::size_t digits : {30, 1000, 10000})
      cells.push_back({fmt::format("algebraic_digits/{}/{}", f.degree, digits), digits == 1000,
                       [=] { return digits_problem(f.polynomial, digits); }, ""});
  }
  const std::tuple<const char*, Operation, bool> operations[] = {
      {"algebraic_order", Operation::algebraic_order, true},
      {"algebraic_add", Operation::algebraic_sum, true},
      {"algebraic_sub", Operation::algebraic_difference, false},
      {"algebraic_mul", Operation::algebraic_product, true},
      {"algebraic_returns", Operation::algebraic_returns, true}};
  for (const auto& [name, operation, standard] : operations)
    for (const auto& [f, g] : {std::pair{cubic, quintic}, {quintic, septic}, {octic, septic}, {twentieth, cubic}}) {
      if (operation == Operation::algebraic_returns && f.degree > 5) continue;
      cells.push_back({fmt::format("{}/{}/{}", name, f.degree, g.degree), standard,
                       [f = f, g = g, operation = operation] {
                         return algebraic_problem(operation, f.polynomial, f.index, g.polynomial, g.index);
                       },
                       ""});
    }
  for (const auto& [degree, k] : {std::pair{5, 100}, {9, 1000}, {11, 10000}}) {
    const std::string f = fmt::format("x^{} - 2*({}*x - 1)^2", degree, k);
    cells.push_back({fmt::format("algebraic_sub/neighbours/{}/{}", degree, k), true,
                     [f] { return algebraic_problem(Operation::algebraic_difference, f, 0, f, 1); }, "neighbours"});
  }
  const auto close = [] { return algebraic_problem(Operation::algebraic_difference, close_roots, 3, close_roots, 5); };
  cells.push_back({"algebraic_sub/close/10", true, close, ""});
  return cells;
}

}  // namespace

int main(int argc, char** argv) { return compare_main(argc, argv, "algebraic", all_cells()); }
