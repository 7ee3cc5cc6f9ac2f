// Choosing among candidate plans: the same rule for Z[x] and Z/pZ[x].
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multiplication.hpp>

namespace polyfork::inline v1::detail {

/// The plans with the chosen one first, then those that fit by predicted time, then those that do not fit. Reasons are
/// filled in. overrule: a prediction may overrule the wanted algorithm (there is something to run in parallel).
std::vector<MulPlan> ranked_plans(std::vector<MulPlan> plans, MulAlgorithm wanted, const char* reason, bool overrule,
                                  std::size_t memory_available);

/// The threads that a plan is made for: the profile back end measures what many cores would do.
int planning_threads(const ExecutionContext& ctx) noexcept;

/// Workspace and result; saturates.
std::size_t plan_bytes(const MulPlan& plan) noexcept;
bool fits(const MulPlan& plan, std::size_t memory_available) noexcept;
/// Throws MemoryLimit when the plan needs more than is available.
void require_fit(const MulPlan& plan, std::size_t memory_available);

}  // namespace polyfork::inline v1::detail
