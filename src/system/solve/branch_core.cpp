// Branches as systems in fewer variables.
#include "system/solve/branch_core.hpp"

#include <algorithm>
#include <string>

#include "system/modular/integer_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::vector<bool> open_variables(const SystemBranch& branch, std::size_t variables) {
  std::vector<bool> open(variables, true);
  for (const auto& s : branch.solved) open[s.variable] = false;
  return open;
}

std::vector<MultiPolyQ> core_of(const SystemBranch& branch, const Variables& variables, const ExecutionContext& ctx) {
  const std::vector<bool> open = open_variables(branch, variables.size());
  std::vector<std::string> names;
  for (std::size_t v = 0; v < open.size(); ++v)
    if (open[v]) names.push_back(variables.name(v));
  const Variables core(names, MonomialOrder::graded_reverse_lex);
  std::vector<MultiPolyQ> equations;
  for (const MultiPolyQ& f : branch.equations) equations.push_back(f.with_variables(core, ctx));
  if (equations.empty()) equations.emplace_back(core);
  return equations;
}

std::optional<TriangularSystem> triangular_core(const SystemBranch& branch, std::size_t variables) {
  const std::vector<bool> open = open_variables(branch, variables);
  if (std::find(open.begin(), open.end(), true) == open.end()) return TriangularSystem{variables, {}};
  if (branch.equations.empty()) return std::nullopt;
  return triangular_system(integer_system(branch.equations), open);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
