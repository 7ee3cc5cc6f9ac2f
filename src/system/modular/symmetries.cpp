// Equations under permutations of their variables.
#include "system/modular/symmetries.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Coefficients of permutations times terms of the system.
constexpr std::size_t most_work = std::size_t{1} << 18;

/// An equation with its terms in a sequence that depends on them alone, the first coefficient positive.
using CanonicalEquation = std::vector<std::pair<std::vector<std::uint64_t>, Integer>>;

std::vector<CanonicalEquation> canonical(const IntegerSystem& system, const VariablePermutation& p) {
  std::vector<CanonicalEquation> equations;
  for (const IntegerSystem::Equation& f : system.equations) {
    CanonicalEquation g;
    for (std::size_t i = 0; i < f.coefficients.size(); ++i) {
      std::vector<std::uint64_t> exponents(p.size());
      for (std::size_t v = 0; v < p.size(); ++v) exponents[p[v]] = f.exponents[i][v];
      g.emplace_back(std::move(exponents), f.coefficients[i]);
    }
    std::sort(g.begin(), g.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (g[0].second.sign() < 0)
      for (auto& term : g) term.second.negate();
    equations.push_back(std::move(g));
  }
  std::sort(equations.begin(), equations.end());
  return equations;
}

/// For each variable what a permutation that is a symmetry keeps: how often it has each exponent.
std::vector<std::vector<std::uint64_t>> exponents_of_variables(const IntegerSystem& system) {
  std::vector<std::vector<std::uint64_t>> exponents(system.variables);
  for (const IntegerSystem::Equation& f : system.equations)
    for (const auto& term : f.exponents)
      for (std::size_t v = 0; v < term.size(); ++v)
        if (term[v] != 0) exponents[v].push_back(term[v]);
  for (auto& list : exponents) std::sort(list.begin(), list.end());
  return exponents;
}

std::vector<VariablePermutation> candidates(std::size_t n) {
  std::vector<VariablePermutation> list;
  VariablePermutation same(n);
  for (std::size_t v = 0; v < n; ++v) same[v] = v;
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t w = v + 1; w < n; ++w) {
      list.push_back(same);
      std::swap(list.back()[v], list.back()[w]);
    }
  if (n < 3) return list;
  for (std::size_t by = 0; by < n; ++by) {
    VariablePermutation rotation(n);
    VariablePermutation reflection(n);
    for (std::size_t v = 0; v < n; ++v) {
      rotation[v] = (v + by) % n;
      reflection[v] = (by + n - v) % n;
    }
    if (by > 0) list.push_back(std::move(rotation));
    list.push_back(std::move(reflection));
  }
  return list;
}

}  // namespace

std::vector<VariablePermutation> symmetries_of(const IntegerSystem& system, const ExecutionContext& ctx) {
  const std::size_t n = system.variables;
  std::size_t terms = 0;
  for (const auto& f : system.equations) terms += f.coefficients.size();
  if (n * (n + 3) / 2 * terms * n > most_work) return {};
  const auto exponents = exponents_of_variables(system);
  VariablePermutation same(n);
  for (std::size_t v = 0; v < n; ++v) same[v] = v;
  const auto equations = canonical(system, same);
  std::vector<VariablePermutation> found;
  for (VariablePermutation& p : candidates(n)) {
    ctx.poll();
    bool is_possible = true;
    for (std::size_t v = 0; v < n && is_possible; ++v) is_possible = exponents[v] == exponents[p[v]];
    if (is_possible && canonical(system, p) == equations) found.push_back(std::move(p));
  }
  return found;
}

bool is_invariant(const LinearForm& form, const std::vector<VariablePermutation>& permutations) {
  return std::any_of(permutations.begin(), permutations.end(), [&](const VariablePermutation& p) {
    for (std::size_t v = 0; v < p.size(); ++v)
      if (form[p[v]] != form[v]) return false;
    return true;
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
