// Values of variables from groups of linear equations, put into the other equations.
#include "system/solve/put_in_values.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/poly/multivariate/multi_evaluation.hpp>

#include "system/solve/determined_variables.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A group of linear equations may leave so many variables open: values that are put in have more terms then.
constexpr std::size_t most_free_variables = 8;

MultiPolyQ value_of(const DeterminedVariables::Value& value, const Variables& variables, const ExecutionContext& ctx) {
  MultiPolyQ sum = MultiPolyQ::constant(Rationals{}, variables, value.constant);
  for (const auto& [v, factor] : value.multiples)
    sum = add(sum, scale(MultiPolyQ::generator(Rationals{}, variables, variables.name(v)), factor, ctx), ctx);
  return sum;
}

/// Whether equations stay short in which linear forms in a few variables are put in: a product of e of those in k
/// variables has C(e + k, k) terms.
bool stay_short(const std::vector<MultiPolyQ>& equations, const DeterminedVariables& found) {
  std::vector<char> replaced(equations[0].variables().size(), 0);
  std::size_t k = 0;
  for (const DeterminedVariables::Value& value : found.values) {
    replaced[value.variable] = 1;
    k = std::max(k, value.multiples.size());
  }
  for (std::size_t i = 0; i < equations.size(); ++i) {
    if (found.used[i] != 0 || k == 0) continue;
    double terms = 0;
    for (std::size_t t = 0; t < equations[i].term_count(); ++t) {
      const auto exponents = equations[i].exponents(t);
      std::uint64_t e = 0;
      for (std::size_t v = 0; v < exponents.size(); ++v) e += replaced[v] != 0 ? exponents[v] : 0;
      double product = 1;
      for (std::size_t j = 1; j <= k; ++j) product *= static_cast<double>(e + j) / static_cast<double>(j);
      terms += product;
    }
    if (terms > most_substituted_terms) return false;
  }
  return true;
}

}  // namespace

bool put_in_determined(SystemBranch& branch, LinearChoice choice, const ExecutionContext& ctx) {
  std::vector<MultiPolyQ>& equations = branch.equations;
  // The variables that stay open may be any.
  const std::size_t most_free = choice == LinearChoice::rarest ? most_free_variables : 0;
  auto found = determined_variables(equations, most_free, ctx);
  if (found && found->consistent && !stay_short(equations, *found)) found = determined_variables(equations, 0, ctx);
  if (!found) return true;
  if (!found->consistent) return false;
  const Variables variables = equations[0].variables();
  std::vector<std::pair<std::size_t, MultiPolyQ>> values;
  for (const DeterminedVariables::Value& value : found->values) {
    ctx.poll();
    values.emplace_back(value.variable, value_of(value, variables, ctx));
  }
  std::vector<MultiPolyQ> others;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    if (found->used[i] != 0) continue;
    ctx.poll();
    const auto degrees = equations[i].degrees();
    std::vector<std::pair<std::string, MultiPolyQ>> here;
    for (const auto& [v, value] : values)
      if (degrees[v] != 0) here.emplace_back(variables.name(v), value);
    others.push_back(here.empty() ? std::move(equations[i]) : substitute(equations[i], here, ctx));
  }
  for (auto& [v, value] : values) branch.solved.push_back({v, std::move(value)});
  equations = std::move(others);
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
