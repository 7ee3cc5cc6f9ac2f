// A plan's budget with one section of its thresholds.
#pragma once

#include <polyfork/core/plan.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What one dispatcher plans with: the budget, and its own section of the tuning, read once. Sub-plans of other
/// operations are made from the budget, so that they have their sections of the same tuning.
template <class Section>
struct BudgetWith : PlanBudget {
  BudgetWith() = default;
  BudgetWith(const PlanBudget& budget) : PlanBudget(budget), thresholds(budget.section<Section>()) {}

  BudgetWith with_threads(int n) const {
    BudgetWith budget = *this;
    budget.threads = n;
    return budget;
  }
  BudgetWith with_memory(Bytes limit) const {
    BudgetWith budget = *this;
    budget.memory = limit;
    return budget;
  }
  BudgetWith with_thresholds(const Section& others) const {
    BudgetWith budget = *this;
    budget.thresholds = others;
    return budget;
  }

  Section thresholds;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
