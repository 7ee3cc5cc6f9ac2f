// What would be done with a system.
#include <algorithm>
#include <utility>

#include <polyfork/system/real_solutions.hpp>

#include "system/bivariate/bivariate_engine.hpp"
#include "system/chains/triangular_system.hpp"
#include "system/modular/common_variables.hpp"
#include "system/modular/integer_system.hpp"
#include "system/solve/branch_core.hpp"
#include "system/solve/split_system.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {

std::vector<PlannedPart> plan_real_solutions(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options,
                                             const ExecutionContext& ctx) {
  if (const auto united = detail::in_common_variables(equations, ctx))
    return plan_real_solutions(*united, options, ctx);
  detail::require_system(equations);
  const Variables& variables = equations[0].variables();
  std::vector<PlannedPart> plan;
  for (const detail::SystemBranch& branch : detail::split_system(equations, detail::LinearChoice::rarest, ctx)) {
    PlannedPart part;
    part.equations = branch.equations.size();
    part.without_real_points = branch.without_real_points;
    const std::vector<bool> open = detail::open_variables(branch, variables.size());
    for (const auto& s : branch.solved) part.substituted.push_back(variables.name(s.variable));
    const auto chain = options.method == SolutionMethod::representation
                           ? std::nullopt
                           : detail::triangular_core(branch, variables.size());
    if (chain) {
      part.method = SolutionMethod::chains;
      for (const detail::TriangularLevel& level : chain->levels) {
        part.variables.push_back(variables.name(level.variable));
        part.degrees *= static_cast<double>(level.degree);
      }
    } else {
      part.taken_apart = options.method == SolutionMethod::chains;
      part.method = part.taken_apart ? SolutionMethod::chains : SolutionMethod::representation;
      for (std::size_t v = 0; v < open.size(); ++v)
        if (open[v]) part.variables.push_back(variables.name(v));
      if (!part.variables.empty()) {
        const auto core = detail::core_of(branch, variables, ctx);
        part.resultants = !part.without_real_points && detail::resultants_would_solve(core, ctx);
        const auto classes = detail::known_residue_classes(core, ctx);
        if (classes && classes->exact) part.known_degree = static_cast<std::size_t>(classes->count);
      }
      for (const MultiPolyQ& f : branch.equations) part.degrees *= static_cast<double>(f.total_degree());
    }
    plan.push_back(std::move(part));
  }
  return plan;
}

}  // namespace v1
}  // namespace polyfork
