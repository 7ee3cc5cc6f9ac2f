// Nodes of the plans that explain_factor gives: they predict neither sizes nor times.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/plan.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

inline PlanDescription plan_node(std::string algorithm, std::string reason, const ExecutionContext& ctx) {
  PlanDescription plan;
  plan.algorithm = std::move(algorithm);
  plan.reason = std::move(reason);
  plan.threads = ctx.threads();
  return plan;
}

inline void add_parameter(PlanDescription& plan, std::string name, std::uint64_t value) {
  plan.parameters.emplace_back(std::move(name), std::to_string(value));
}

/// F(x^power), of which `plan` is the plan of F.
inline PlanDescription inflated_plan(std::uint64_t power, PlanDescription plan, const ExecutionContext& ctx) {
  PlanDescription inflated =
      plan_node("inflate", "a common factor of all exponents, put back where roots are shown to be no powers", ctx);
  add_parameter(inflated, "power", power);
  inflated.children.push_back(std::move(plan));
  return inflated;
}

/// One node for each of `count` square-free parts, under a common one where there are several or multiplicities.
template <class Explain>
PlanDescription plan_of_parts(std::size_t count, bool repeated, const ExecutionContext& ctx, const Explain& explain) {
  if (count == 1 && !repeated) return explain(0);
  PlanDescription plan = plan_node("square_free", "gcds with derivatives find multiplicities", ctx);
  add_parameter(plan, "parts", count);
  for (std::size_t i = 0; i < count; ++i) plan.children.push_back(explain(i));
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
