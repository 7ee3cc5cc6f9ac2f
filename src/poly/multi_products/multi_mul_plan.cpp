// The dispatcher of sparse products: predicts the time of every algorithm that can do it and takes the least.
#include "poly/multi_products/multi_mul_plan.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>

#include "poly/multi_products/multi_mul_costs.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Algorithm = MultiMulAlgorithm;

/// A row of the table, with the runs of its algorithm.
template <Algorithm algorithm>
constexpr MultiMulMethod method(const char* (*obstacle)(const MultiMulShape&),
                                void (*plan)(MultiMulPlan&, const MultiMulBudget&)) {
  if constexpr (algorithm == Algorithm::merged)  // over Z alone
    return {algorithm, obstacle, plan, multi_mul_integers<algorithm>, nullptr};
  else
    return {algorithm, obstacle, plan, multi_mul_integers<algorithm>, multi_mul_residues<algorithm>};
}

/// In the order in which they are considered: between plans alike the first one is taken.
constexpr MultiMulMethod methods[] = {
    method<Algorithm::small>(small_obstacle, plan_small),    method<Algorithm::heap>(heap_obstacle, plan_heap),
    method<Algorithm::merged>(merged_obstacle, plan_merged), method<Algorithm::hashed>(hashed_obstacle, plan_hashed),
    method<Algorithm::array>(box_obstacle, plan_array),      method<Algorithm::kronecker>(box_obstacle, plan_kronecker),
};

MultiMulPlan plan_by(const MultiMulMethod& by, const MultiMulShape& shape, const MultiMulBudget& budget) {
  MultiMulPlan plan;
  plan.algorithm = by.algorithm;
  plan.shape = shape;
  plan.threads = budget.threads;
  by.plan(plan, budget);
  return plan;
}

void check_factors(const MultiMulShape& shape) {
  if (shape.terms_a == 0 || shape.terms_b == 0)
    throw DomainError("the plan of a product needs factors that are not zero");
}

/// Seconds that the algorithm takes at least, which is known without its plan. A dense product is at least as long as
/// its box: not worth planning where that alone is too much.
double least_seconds(Algorithm algorithm, const MultiMulShape& shape, const MultiMulBudget& budget) noexcept {
  if (algorithm != Algorithm::kronecker) return 0;
  return static_cast<double>(shape.places) * picoseconds(budget.thresholds.dense_place_ps) / budget.threads;
}

}  // namespace

const MultiMulMethod& multi_mul_method(Algorithm algorithm) noexcept {
  return *std::ranges::find(methods, algorithm, &MultiMulMethod::algorithm);
}

MultiMulPlan plan_multi_mul_with(Algorithm algorithm, const MultiMulShape& shape, const PlanBudget& budget) {
  check_factors(shape);
  const MultiMulMethod& by = multi_mul_method(algorithm);
  if (const char* const obstacle = by.obstacle(shape))
    throw DomainError("the " + std::string(obstacle) + " are too large for the algorithm " +
                      std::string(multi_mul_algorithm_name(algorithm)));
  return plan_by(by, shape, budget);
}

MultiMulPlan plan_multi_mul(const MultiMulShape& shape, const PlanBudget& plan_budget) {
  check_factors(shape);
  const MultiMulBudget budget = plan_budget;
  if (small_obstacle(shape) == nullptr) return plan_by(multi_mul_method(Algorithm::small), shape, budget);
  MultiMulPlan best = plan_by(multi_mul_method(Algorithm::heap), shape, budget);
  if (term_products(shape) <= static_cast<double>(budget.thresholds.heap_products)) return best;
  for (const MultiMulMethod& by : methods) {
    if (by.algorithm == Algorithm::small || by.algorithm == Algorithm::heap || by.obstacle(shape) != nullptr) continue;
    if (least_seconds(by.algorithm, shape, budget) >= best.predicted_seconds) continue;
    MultiMulPlan plan = plan_by(by, shape, budget);
    if (plan.predicted_seconds < best.predicted_seconds && plan.workspace <= budget.memory) best = std::move(plan);
  }
  return best;
}

PlanDescription MultiMulPlan::describe() const {
  PlanDescription d = describe_cost();
  d.algorithm = std::string(multi_mul_algorithm_name(algorithm));
  d.parameters.emplace_back("terms", std::to_string(shape.terms_a) + "x" + std::to_string(shape.terms_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "x" + std::to_string(shape.bits_b));
  if (shape.places != 0) d.parameters.emplace_back("places", std::to_string(shape.places));
  if (const auto* p = std::get_if<RangeParameters>(&parameters))
    d.parameters.emplace_back("ranges", std::to_string(p->ranges));
  return d;
}

}  // namespace detail

std::string_view multi_mul_algorithm_name(MultiMulAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case MultiMulAlgorithm::small:
      return "small";
    case MultiMulAlgorithm::heap:
      return "heap";
    case MultiMulAlgorithm::merged:
      return "merged";
    case MultiMulAlgorithm::hashed:
      return "hashed";
    case MultiMulAlgorithm::array:
      return "array";
    case MultiMulAlgorithm::kronecker:
      break;
  }
  return "kronecker";
}

PlanDescription explain_multi_mul(const MultiMulShape& shape, const PlanBudget& budget) {
  return detail::plan_multi_mul(shape, budget).describe();
}

}  // namespace v1
}  // namespace polyfork
