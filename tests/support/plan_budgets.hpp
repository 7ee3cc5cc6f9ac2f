// Budgets of plans with their own thresholds, and the algorithms that a test goes through.
#pragma once

#include <vector>

#include "core/budget_with.hpp"
#include "poly/mul/mul_method.hpp"

namespace polyfork::test {

/// A budget for `threads` threads and `memory` bytes.
inline PlanBudget budget(int threads, Bytes memory = Bytes::never) {
  return PlanBudget().with_threads(threads).with_memory(memory);
}

/// The same with thresholds of its own.
template <class Section>
detail::BudgetWith<Section> budget(int threads, Bytes memory, const Section& thresholds) {
  return detail::BudgetWith<Section>(budget(threads, memory)).with_thresholds(thresholds);
}

/// All algorithms for products in Z[x] that every machine has.
inline std::vector<MulAlgorithm> integer_algorithms() {
  std::vector<MulAlgorithm> all;
  for (const detail::MulMethod& method : detail::mul_methods())
    if (method.algorithm != MulAlgorithm::device) all.push_back(method.algorithm);
  return all;
}

/// A plan of `blocked` with blocks of so many limbs.
inline detail::MulPlan blocked_plan(const MulShape& shape, int threads, std::size_t limbs) {
  detail::BlockParameters parameters;
  parameters.block_limbs = limbs;
  return {MulAlgorithm::blocked, shape, threads, parameters};
}

}  // namespace polyfork::test
