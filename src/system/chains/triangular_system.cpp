// The order of triangular systems, and their polynomials in the last variable.
#include "system/chains/triangular_system.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::vector<bool> occurring(const IntegerSystem::Equation& f, std::size_t variables) {
  std::vector<bool> occurs(variables, false);
  for (const auto& exponents : f.exponents)
    for (std::size_t v = 0; v < variables; ++v)
      if (exponents[v] != 0) occurs[v] = true;
  return occurs;
}

std::uint64_t degree_in(const IntegerSystem::Equation& f, std::size_t v) {
  std::uint64_t degree = 0;
  for (const auto& exponents : f.exponents) degree = std::max(degree, exponents[v]);
  return degree;
}

}  // namespace

bool TriangularLevel::has_constant_initial() const {
  for (const auto& exponents : equation.exponents) {
    if (exponents[variable] != degree) continue;
    for (std::size_t v = 0; v < exponents.size(); ++v)
      if (v != variable && exponents[v] != 0) return false;
  }
  return true;
}

std::optional<TriangularSystem> triangular_system(const IntegerSystem& system, const std::vector<bool>& wanted) {
  const std::size_t count = system.equations.size();
  if (count != static_cast<std::size_t>(std::count(wanted.begin(), wanted.end(), true))) return std::nullopt;
  TriangularSystem result{system.variables, {}};
  std::vector<std::vector<bool>> occurs;
  for (const auto& f : system.equations) occurs.push_back(occurring(f, system.variables));
  std::vector<bool> known(system.variables, false);
  std::vector<bool> used(count, false);
  while (result.levels.size() < count) {
    std::optional<std::size_t> found;
    std::size_t variable = 0;
    for (std::size_t i = 0; i < count && !found; ++i) {
      if (used[i]) continue;
      std::size_t fresh = 0;
      for (std::size_t v = 0; v < system.variables; ++v)
        if (occurs[i][v] && !known[v]) {
          ++fresh;
          variable = v;
        }
      if (fresh == 0) return std::nullopt;
      if (fresh == 1) found = i;
    }
    if (!found) return std::nullopt;
    used[*found] = known[variable] = true;
    result.levels.push_back({variable, degree_in(system.equations[*found], variable), system.equations[*found]});
  }
  return result;
}

std::vector<Ball> coefficients_at(const TriangularLevel& level, const std::vector<Ball>& at, std::int64_t scale) {
  const IntegerSystem::Equation& f = level.equation;
  std::vector<std::vector<Ball>> powers(at.size());  // the first power first
  std::vector<Ball> result(level.degree + 1);
  for (std::size_t i = 0; i < f.exponents.size(); ++i) {
    Ball term{shifted(f.coefficients[i], scale), Integer()};
    bool scaled = true;
    for (std::size_t v = 0; v < at.size(); ++v) {
      const std::uint64_t e = f.exponents[i][v];
      if (e == 0 || v == level.variable) continue;
      if (powers[v].empty()) powers[v].push_back(at[v]);
      while (powers[v].size() < e) powers[v].push_back(product(powers[v].back(), at[v], scale));
      // An integer times a ball has no rounding.
      term = scaled ? times(powers[v][e - 1], f.coefficients[i]) : product(term, powers[v][e - 1], scale);
      scaled = false;
    }
    Ball& place = result[f.exponents[i][level.variable]];
    place = place + term;
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
