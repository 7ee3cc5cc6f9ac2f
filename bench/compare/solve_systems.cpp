// The families from their definitions; the systems of the thesis's table 3.4 are those of the tests.
//
// msolve 0.10 wants sums of different monomials: it misreads x*x and x^0, and knows no parentheses.
#include "solve_systems.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <polyfork/poly/text/io.hpp>

#include "../../tests/system/classical_systems.hpp"
#include "../../tests/system/system_text.hpp"

namespace polyfork_bench {

namespace {

std::string joined(const std::vector<std::string>& parts, const std::string& by) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : by) + part;
  return text;
}

System system_of(std::string name, const std::vector<std::string>& variables,
                 const std::vector<std::string>& equations) {
  return {std::move(name), joined(variables, ",") + "\n0\n" + joined(equations, ",\n") + "\n"};
}

std::vector<std::string> numbered(int first, int last) {
  std::vector<std::string> names;
  for (int i = first; i <= last; ++i) names.push_back(fmt::format("x{}", i));
  return names;
}

/// n + 1 variables, 2^n solutions.
System katsura(int n) {
  std::vector<std::string> equations;
  for (int m = 0; m < n; ++m) {
    std::map<std::string, int> counts;
    for (int i = -n; i <= n; ++i) {
      const auto [a, b] = std::minmax({std::abs(i), std::abs(m - i)});
      if (b <= n) ++counts[a == b ? fmt::format("x{}^2", a) : fmt::format("x{}*x{}", a, b)];
    }
    std::vector<std::string> terms;
    for (const auto& [monomial, count] : counts) terms.push_back(fmt::format("{}*{}", count, monomial));
    equations.push_back(joined(terms, "+") + fmt::format("-x{}", m));
  }
  std::string sum = "x0-1";
  for (int i = 1; i <= n; ++i) sum += fmt::format("+2*x{}", i);
  equations.push_back(sum);
  return system_of(fmt::format("katsura-{}", n), numbered(0, n), equations);
}

System cyclic(int n) {
  std::vector<std::string> equations;
  for (int k = 1; k <= n; ++k) {
    std::vector<std::string> terms;
    for (int i = 0; i < (k == n ? 1 : n); ++i) {
      std::vector<std::string> factors;
      for (int j = 0; j < k; ++j) factors.push_back(fmt::format("x{}", (i + j) % n));
      terms.push_back(joined(factors, "*"));
    }
    equations.push_back(joined(terms, "+") + (k == n ? "-1" : ""));
  }
  return system_of(fmt::format("cyclic-{}", n), numbered(0, n - 1), equations);
}

System noon(int n) {
  std::vector<std::string> equations;
  for (int i = 1; i <= n; ++i) {
    std::string f;
    for (int j = 1; j <= n; ++j)
      if (j != i) f += fmt::format("10*x{}*x{}^2+", i, j);
    equations.push_back(f + fmt::format("10-11*x{}", i));
  }
  return system_of(fmt::format("noon-{}", n), numbered(1, n), equations);
}

/// x_i^d + the other variables - 1.
System nld(int d, int n) {
  std::vector<std::string> equations;
  for (int i = 1; i <= n; ++i) {
    std::string f = fmt::format("x{}^{}-1", i, d);
    for (int j = 1; j <= n; ++j)
      if (j != i) f += fmt::format("+x{}", j);
    equations.push_back(f);
  }
  return system_of(fmt::format("nld-{}-{}", d, n), numbered(1, n), equations);
}

/// All x^i y^j with i <= a, j <= b and i + j <= total.
std::string dense_equation(int a, int b, int total, std::minstd_rand& random) {
  std::string f;
  for (int i = 0; i <= a; ++i)
    for (int j = 0; j <= b && i + j <= total; ++j) {
      f += fmt::format("{}{}", random() % 2 == 0 ? "-" : f.empty() ? "" : "+", random() % 128 + 1);
      if (i > 0) f += fmt::format("*x^{}", i);
      if (j > 0) f += fmt::format("*y^{}", j);
    }
  return f;
}

/// Two equations in x and y, random and dense with 7-bit coefficients, of degrees at most a in x and b in y and of
/// these total degrees.
System bivariate(int a, int b, int total, int other_total) {
  std::minstd_rand random(static_cast<std::uint_fast32_t>(a * 1000 + b));
  const std::string f = dense_equation(a, b, total, random);
  return system_of(fmt::format("bivariate-{}-{}-{}-{}", a, b, total, other_total), {"x", "y"},
                   {f, dense_equation(a, b, other_total, random)});
}

/// (x_k + x_1 x_(k+1) + ... + x_(n-k-1) x_(n-1)) x_n = k for k below n, and x_1 + ... + x_(n-1) = -1.
System eco(int n) {
  std::vector<std::string> equations;
  std::string sum = "1";
  for (int k = 1; k < n; ++k) {
    std::string f = fmt::format("x{}*x{}-{}", k, n, k);
    for (int i = 1; i + k < n; ++i) f += fmt::format("+x{}*x{}*x{}", i, i + k, n);
    equations.push_back(f);
    sum += fmt::format("+x{}", k);
  }
  equations.push_back(sum);
  return system_of(fmt::format("eco-{}", n), numbered(1, n), equations);
}

/// 2 x_1^i - 2 x_2^i + 2 x_3^i ... = 1 for i from 2 to n + 1.
System reimer(int n) {
  std::vector<std::string> equations;
  for (int i = 2; i <= n + 1; ++i) {
    std::string f = "-1";
    for (int j = 1; j <= n; ++j) f += fmt::format("{}2*x{}^{}", j % 2 == 1 ? "+" : "-", j, i);
    equations.push_back(f);
  }
  return system_of(fmt::format("reimer-{}", n), numbered(1, n), equations);
}

/// Multiplied out.
System expanded(const polyfork::test::ClassicalSystem& known) {
  std::vector<std::string> equations;
  for (const auto& f : polyfork::test::system_of(known.variables, known.equations)) {
    std::string text = polyfork::to_string(f);
    std::erase(text, ' ');
    equations.push_back(std::move(text));
  }
  std::string name = known.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return system_of(std::move(name), polyfork::test::split(known.variables), equations);
}

}  // namespace

std::vector<System> classical_systems() {
  std::vector<System> systems;
  for (int n = 4; n <= 10; ++n) systems.push_back(katsura(n));
  for (int n = 5; n <= 7; ++n) systems.push_back(cyclic(n));
  for (int n = 8; n <= 11; ++n) systems.push_back(eco(n));
  for (int n = 3; n <= 6; ++n) systems.push_back(noon(n));
  for (int n = 4; n <= 6; ++n) systems.push_back(reimer(n));
  for (const auto& [d, n] : {std::pair{3, 3}, {4, 3}, {10, 3}}) systems.push_back(nld(d, n));
  for (const auto& known : polyfork::test::classical_systems)
    if (known.name != std::string_view("eco 8")) systems.push_back(expanded(known));
  for (const auto& known : polyfork::test::triangular_systems) systems.push_back(expanded(known));
  for (const auto& [a, b, total, other] : {std::array{12, 12, 12, 12},
                                           {20, 20, 20, 20},
                                           {28, 28, 28, 28},
                                           {40, 40, 40, 3},
                                           {80, 80, 80, 5},
                                           {60, 4, 64, 64},
                                           {2, 100, 102, 102},
                                           {100, 2, 102, 102},
                                           {100, 3, 103, 103}})
    systems.push_back(bivariate(a, b, total, other));
  return systems;
}

}  // namespace polyfork_bench
