// Parts of a system, at the same time or, under a memory cap, one after another.
//
// Where a cap does not suffice for resultants, a part is solved by a basis, and where it does not suffice for a proof
// that nobody has asked for, there is none. Parts at the same time would leave each other more or less memory from run
// to run, and what is proved would depend on that. One after another, each on all threads, they have what the parts
// before have left, which the system and the cap determine, and no plans: how many of them earlier parts have left
// depends on the threads.
#include "system/solve/solve_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/modular/integer_system.hpp"
#include "system/solve/branch_core.hpp"
#include "system/solve/split_system.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// That of all parts. Where it is positive it is proved on request: parts that primes alone have told to have finitely
/// many solutions are looked at again.
int greatest_dimension(const std::vector<SystemParts>& parts, const std::vector<SystemBranch>& branches,
                       const Variables& variables, bool certify, const ExecutionContext& ctx) {
  int dimension = -1;
  for (const SystemParts& p : parts) dimension = std::max(dimension, p.dimension);
  if (dimension <= 0 || !certify) return dimension;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!parts[i].dimension_proved)
      dimension = std::max(dimension, proved_shape(core_of(branches[i], variables, ctx), ctx).dimension);
  return dimension;
}

}  // namespace

SystemParts solve_parts(const std::vector<MultiPolyQ>& equations, const SolutionOptions& options, bool counted,
                        const ExecutionContext& ctx) {
  require_system(equations);
  const Variables& variables = equations[0].variables();
  const auto branches = retry_on_one_thread(
      ctx, [&](const ExecutionContext& with) { return split_system(equations, LinearChoice::rarest, with); });
  std::vector<SystemParts> solved(branches.size());
  const PhasedProgress progress(ctx);
  const double share = 1 / static_cast<double>(std::max<std::size_t>(branches.size(), 1));
  const bool limited = ctx.memory().limit() != MemoryAccount::unlimited;
  const auto solve = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (limited) ctx.plan_cache().clear();
      solved[i] = solve_part(branches[i], variables, options, counted, progress.phase(share));
    }
  };
  if (limited)
    solve(0, branches.size());
  else
    parallel_for(ctx, branches.size(), 1, solve);
  SystemParts all;
  all.dimension = greatest_dimension(solved, branches, variables, options.certify, ctx);
  require_finitely_many({all.dimension, options.certify}, variables);
  for (SystemParts& parts : solved) {
    all.points_proved = all.points_proved && parts.points_proved;
    all.proved = all.proved && parts.proved;
    all.source_proved.insert(all.source_proved.end(), parts.sources.size(), parts.points_proved);
    std::move(parts.parts.begin(), parts.parts.end(), std::back_inserter(all.parts));
    std::move(parts.sources.begin(), parts.sources.end(), std::back_inserter(all.sources));
    std::move(parts.factors.begin(), parts.factors.end(), std::back_inserter(all.factors));
  }
  return all;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
