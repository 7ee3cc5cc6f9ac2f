// Groups of linear equations that are connected by their variables.
//
// Substitutions fill in: thousands of sparse equations would become dense ones with long numbers. A group is solved as
// a whole instead (system/linear).
#include "system/solve/determined_variables.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include <polyfork/poly/multivariate/convert_multi.hpp>

#include "system/linear/linear_solution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t least_equations = 16;

/// Sets of numbers that are united.
class Partition {
 public:
  explicit Partition(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t i, std::size_t j) { parent_[root(i)] = root(j); }

 private:
  std::vector<std::size_t> parent_;
};

/// A linear polynomial as an equation; its columns are variables.
LinearRow row_of(const MultiPolyQ& f) {
  const MultiPolyZ g = numerator_polynomial(f);
  LinearRow row;
  for (std::size_t i = 0; i < g.term_count(); ++i) {
    const auto exponents = g.exponents(i);
    const auto at = std::find(exponents.begin(), exponents.end(), std::uint64_t{1});
    if (at == exponents.end()) {
      row.right = -g.coefficient(i);
    } else {
      row.columns.push_back(static_cast<std::uint32_t>(at - exponents.begin()));
      row.coefficients.push_back(g.coefficient(i));
    }
  }
  return row;
}

struct Group {
  std::vector<std::size_t> equations;
  std::vector<LinearRow> rows;
  std::vector<std::size_t> variables;  // ascending
};

/// The group's columns are the places of its variables then.
void number_columns(Group& group) {
  for (const LinearRow& row : group.rows)
    group.variables.insert(group.variables.end(), row.columns.begin(), row.columns.end());
  std::sort(group.variables.begin(), group.variables.end());
  group.variables.erase(std::unique(group.variables.begin(), group.variables.end()), group.variables.end());
  for (LinearRow& row : group.rows)
    for (std::uint32_t& c : row.columns)
      c = static_cast<std::uint32_t>(std::lower_bound(group.variables.begin(), group.variables.end(), c) -
                                     group.variables.begin());
}

/// Appends the values of the variables whose columns are not free.
void append_values(std::vector<DeterminedVariables::Value>& values, const std::vector<std::size_t>& variables,
                   const LinearSolutions& solutions) {
  for (std::uint32_t c = 0; c < variables.size(); ++c) {
    if (std::ranges::binary_search(solutions.free, c)) continue;
    const auto number = [c](const LinearSolution& x) { return Rational(x.numerators[c], x.denominator); };
    DeterminedVariables::Value& value = values.emplace_back();
    value.variable = variables[c];
    value.constant = number(solutions.point);
    for (std::size_t i = 0; i < solutions.directions.size(); ++i)
      if (!solutions.directions[i].numerators[c].is_zero())
        value.multiples.emplace_back(variables[solutions.free[i]], number(solutions.directions[i]));
  }
}

}  // namespace

std::optional<DeterminedVariables> determined_variables(const std::vector<MultiPolyQ>& equations, std::size_t most_free,
                                                        const ExecutionContext& ctx) {
  std::vector<char> is_linear;
  is_linear.reserve(equations.size());
  for (const MultiPolyQ& f : equations) is_linear.push_back(f.total_degree() == 1 ? 1 : 0);
  if (static_cast<std::size_t>(std::ranges::count(is_linear, 1)) < least_equations) return std::nullopt;
  std::vector<Group> groups(equations[0].variables().size());
  Partition partition(groups.size());
  std::vector<std::pair<std::size_t, LinearRow>> linear;
  std::vector<char> elsewhere(groups.size(), 0);  // in other equations
  for (std::size_t i = 0; i < equations.size(); ++i) {
    ctx.poll();
    if (is_linear[i] == 0) {
      const auto degrees = equations[i].degrees();
      for (std::size_t v = 0; v < degrees.size(); ++v) elsewhere[v] |= degrees[v] != 0 ? 1 : 0;
      continue;
    }
    linear.emplace_back(i, row_of(equations[i]));
    const LinearRow& row = linear.back().second;
    for (const std::uint32_t c : row.columns) partition.unite(c, row.columns[0]);
  }
  for (auto& [equation, row] : linear) {
    Group& group = groups[partition.root(row.columns[0])];
    group.equations.push_back(equation);
    group.rows.push_back(std::move(row));
  }
  DeterminedVariables found;
  found.used.resize(equations.size(), 0);
  for (Group& group : groups) {
    if (group.rows.empty()) continue;
    number_columns(group);
    const bool alone = std::ranges::none_of(group.variables, [&](std::size_t v) { return elsewhere[v] != 0; });
    const auto solutions = solve_linear(group.rows, group.variables.size(), {most_free, alone}, ctx);
    if (!solutions) continue;
    if (!solutions->consistent) {
      found.consistent = false;
      return found;
    }
    append_values(found.values, group.variables, *solutions);
    for (const std::size_t i : group.equations) found.used[i] = 1;
  }
  if (found.values.empty()) return std::nullopt;
  std::ranges::sort(found.values, {}, &DeterminedVariables::Value::variable);
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
