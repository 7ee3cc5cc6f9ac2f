// Values of expressions at solutions: further coordinates of the system with an equation v = expression for each.
//
// The new variables come first, so that linear forms and minimal polynomials are those of the system alone wherever
// they can be; the answer has them last.
#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/modular/common_variables.hpp"
#include "system/points/boxes.hpp"
#include "system/points/solution_point.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// The solutions of the system. An error about its dimension, which is that without the values, names the variables
/// that the equations have.
SystemSolutions solved(const std::vector<MultiPolyQ>& system, const SolutionOptions& options,
                       const Variables& variables, const ExecutionContext& ctx) {
  try {
    return real_solutions(system, options, ctx);
  } catch (const PositiveDimension& found) {
    throw PositiveDimension(found.dimension(), found.proved(), variables);
  }
}

}  // namespace

SystemSolutions solutions_with_values(const std::vector<MultiPolyQ>& equations, const std::vector<NamedValue>& values,
                                      const SolutionOptions& options, const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx))
    return solutions_with_values(*united, values, options, ctx);
  if (values.empty()) return real_solutions(equations, options, ctx);
  if (equations.empty()) throw DomainError("no equations");
  const std::vector<std::string>& known = equations[0].variables().names();
  std::vector<std::string> names;
  names.reserve(values.size() + known.size());
  for (const NamedValue& value : values) names.push_back(value.name);
  names.insert(names.end(), known.begin(), known.end());
  const Variables variables(names, MonomialOrder::graded_reverse_lex);
  std::vector<MultiPolyQ> system;
  system.reserve(equations.size() + values.size());
  for (const MultiPolyQ& f : equations) system.push_back(f.with_variables(variables, ctx));
  for (const NamedValue& value : values) {
    const MultiPolyQ f = value.expression.with_variables(variables, ctx);
    system.push_back(sub(MultiPolyQ::generator(variables, value.name), f, ctx));
  }
  const auto count = static_cast<std::ptrdiff_t>(values.size());
  SolutionOptions used = options;
  used.bounds.resize(std::max(options.bounds.size(), known.size()));
  if (used.bounds.size() > names.size()) throw DomainError("more bounds than coordinates");
  used.bounds.resize(names.size());
  std::rotate(used.bounds.begin(), used.bounds.end() - count, used.bounds.end());
  SystemSolutions result = solved(system, used, equations[0].variables(), ctx);
  const auto turn = [&](auto& list) { std::rotate(list.begin(), list.begin() + count, list.end()); };
  turn(names);
  result.variables = Variables(names, equations[0].variables().order());
  for (RealSolution& solution : result.solutions) {
    turn(solution.coordinates);
    solution.point->turned = values.size();
  }
  std::sort(result.solutions.begin(), result.solutions.end(), detail::box_before);
  for (SolvedPart& part : result.parts)
    if (!part.form.empty()) turn(part.form);
  return result;
}

}  // namespace v1
}  // namespace polyfork
