// What the plans of all dispatchers have in common: threads, bytes and seconds, and their order among candidates.
#pragma once

#include <algorithm>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/plan.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The base of every plan.
struct PlanCost {
  int threads = 1;  ///< that the plan is made for
  Bytes workspace;  ///< scratch beside operands and result
  Bytes result;
  Bytes tables;                  ///< that the plan cache keeps
  double predicted_seconds = 0;  ///< sub-plans included
  double missed_seconds = 0;     ///< that a device would save if it had been started already
  const char* reason = "";

  /// What an execution charges.
  Bytes charged() const noexcept { return workspace + result; }
  /// Whether that and the tables, which the plan cache charges, fit.
  bool fits(Bytes memory) const noexcept {
    const Bytes all = charged() + tables;
    return !all.is_never() && all <= memory;
  }
  /// Throws MemoryLimit when they do not.
  void require_fit(Bytes memory) const {
    if (!fits(memory)) throw MemoryLimit((charged() + tables).value(), 0, memory.value());
  }

  /// A description with the costs filled in; the plan adds its algorithm, parameters and sub-plans.
  PlanDescription describe_cost() const {
    PlanDescription d;
    d.threads = threads;
    d.workspace_bytes = workspace.value();
    d.result_bytes = result.value();
    d.table_bytes = tables.value();
    d.predicted_seconds = predicted_seconds;
    d.reason = reason;
    return d;
  }
};

/// Candidates in the order of preference: those that fit, the fastest first, then those that do not, by their scratch.
/// Plans alike stay in the order of their table.
template <class Plan>
void rank_plans(std::vector<Plan>& plans, Bytes memory) {
  std::ranges::stable_sort(plans, [&](const Plan& x, const Plan& y) {
    const bool fit_x = x.fits(memory);
    if (fit_x != y.fits(memory)) return fit_x;
    return fit_x ? x.predicted_seconds < y.predicted_seconds : x.workspace < y.workspace;
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
