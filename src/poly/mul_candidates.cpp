// Choosing among candidate plans.
#include "poly/mul_candidates.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"

namespace polyfork::inline v1::detail {

namespace {

/// A prediction must be this much better than the preferred algorithm's to overrule the measured cut-offs.
constexpr double clearly_better = 0.7;

}  // namespace

std::size_t plan_bytes(const MulPlan& plan) noexcept { return saturating_add(plan.workspace_bytes, plan.result_bytes); }

bool fits(const MulPlan& plan, std::size_t memory_available) noexcept {
  const std::size_t bytes = plan_bytes(plan);
  return bytes != SIZE_MAX && bytes <= memory_available;  // a saturated size exceeds even an unlimited account
}

std::vector<MulPlan> ranked_plans(std::vector<MulPlan> plans, MulAlgorithm wanted, const char* reason, bool overrule,
                                  std::size_t memory_available) {
  std::stable_sort(plans.begin(), plans.end(), [&](const MulPlan& x, const MulPlan& y) {
    const bool fit_x = fits(x, memory_available);
    const bool fit_y = fits(y, memory_available);
    if (fit_x != fit_y) return fit_x;
    if (!fit_x) return x.workspace_bytes < y.workspace_bytes;
    return x.predicted_seconds < y.predicted_seconds;
  });
  for (MulPlan& plan : plans)
    plan.reason = fits(plan, memory_available) ? "not preferred at this shape" : "does not fit under the memory cap";
  const auto preferred =
      std::find_if(plans.begin(), plans.end(), [&](const MulPlan& plan) { return plan.algorithm == wanted; });
  if (!fits(*preferred, memory_available)) {
    if (fits(plans.front(), memory_available))
      plans.front().reason = "the preferred algorithm does not fit under the memory cap";
    return plans;
  }
  if (overrule && plans.front().predicted_seconds < clearly_better * preferred->predicted_seconds) {
    plans.front().reason = "clearly faster than the preferred algorithm on this many threads";
    return plans;
  }
  preferred->reason = reason;
  std::rotate(plans.begin(), preferred, preferred + 1);
  return plans;
}

int planning_threads(const ExecutionContext& ctx) noexcept {
  if (ctx.backend() == Backend::profile) return std::max(ctx.threads(), 128);
  return ctx.backend() == Backend::serial ? 1 : ctx.threads();
}

void require_fit(const MulPlan& plan, std::size_t memory_available) {
  if (!fits(plan, memory_available)) throw MemoryLimit(plan_bytes(plan), 0, memory_available);
}

}  // namespace polyfork::inline v1::detail
