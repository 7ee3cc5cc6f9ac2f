// The order of triangular equations: the variable that an equation adds to those before it is greater than they are.
#include "system/solve/chain_order.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "system/chains/triangular_chains.hpp"
#include "system/chains/triangular_system.hpp"
#include "system/modular/integer_system.hpp"
#include "system/solve/branch_core.hpp"
#include "system/solve/split_system.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Numbers of variables, the greatest first: those that a branch has solved, then those of the levels.
std::vector<std::size_t> order_of(const SystemBranch& branch, const TriangularSystem& core) {
  std::vector<std::size_t> order;
  for (const auto& s : branch.solved) order.push_back(s.variable);
  for (std::size_t level = core.levels.size(); level-- > 0;) order.push_back(core.levels[level].variable);
  return order;
}

Variables reordered(const Variables& variables, const std::vector<std::size_t>& order) {
  std::vector<std::string> names;
  names.reserve(order.size());
  for (const std::size_t v : order) names.push_back(variables.name(v));
  return Variables(names, variables.order());
}

bool solves_in_order(const SystemBranch& branch) {
  return std::all_of(branch.solved.begin(), branch.solved.end(), [](const SystemBranch::Solved& s) {
    const auto degrees = s.value.degrees();
    return std::all_of(degrees.begin(), degrees.begin() + static_cast<std::ptrdiff_t>(s.variable),
                       [](std::uint64_t d) { return d == 0; });
  });
}

}  // namespace

Variables chain_order(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  const Variables& variables = equations[0].variables();
  const auto whole = triangular_system(integer_system(equations), std::vector<bool>(variables.size(), true));
  if (whole) return is_in_order(*whole) ? variables : reordered(variables, order_of({}, *whole));
  for (const SystemBranch& branch : split_system(equations, LinearChoice::rarest, ctx)) {
    const auto core = triangular_core(branch, variables.size());
    if (!core) continue;
    if (is_in_order(*core) && solves_in_order(branch)) return variables;
    return reordered(variables, order_of(branch, *core));
  }
  return variables;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
