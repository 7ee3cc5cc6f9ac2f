// Choosing among candidate plans of products.
#include "poly/mul/mul_candidates.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A prediction must be this much better than the preferred algorithm's to overrule the measured cut-offs.
constexpr double clearly_better = 0.7;

/// Seconds of the preferred algorithm below which nothing is overruled: tasks cost more there than predictions know.
constexpr double worth_overruling = 1e-4;

/// Toom-Cook is taken where its cut-off says so only: on 16 threads it is up to four times slower than predicted.
/// Pieces are for what does not fit otherwise.
bool may_overrule(MulAlgorithm algorithm) noexcept {
  return algorithm != MulAlgorithm::toom_cook_4 && algorithm != MulAlgorithm::toom_cook_8 &&
         algorithm != MulAlgorithm::pieces;
}

}  // namespace

namespace {

/// The processor's plans with the chosen one first. Precondition: there is one.
std::vector<MulPlan> ranked_for_processor(std::vector<MulPlan> plans, const MulPreference& preference, bool overrule,
                                          Bytes memory) {
  rank_plans(plans, memory);
  for (MulPlan& plan : plans)
    plan.reason = plan.fits(memory) ? "not preferred at this shape" : "does not fit under the memory cap";
  const auto preferred = std::ranges::find(plans, preference.algorithm, &MulPlan::algorithm);
  if (!preferred->fits(memory)) {
    if (plans.front().fits(memory)) plans.front().reason = "the preferred algorithm does not fit under the memory cap";
    return plans;
  }
  const auto fastest = std::ranges::min_element(plans, {}, [&](const MulPlan& plan) {
    const bool candidate = may_overrule(plan.algorithm) && plan.fits(memory);
    return candidate ? weighted_seconds(plan) : std::numeric_limits<double>::infinity();
  });
  if (overrule && preferred->predicted_seconds >= worth_overruling &&
      weighted_seconds(*fastest) < clearly_better * weighted_seconds(*preferred)) {
    fastest->reason = "clearly faster than the preferred algorithm on this many threads";
    std::rotate(plans.begin(), fastest, fastest + 1);
    return plans;
  }
  preferred->reason = preference.reason;
  std::rotate(plans.begin(), preferred, preferred + 1);
  return plans;
}

}  // namespace

bool is_chosen_alone(const MulPlan& preferred, bool overrule, Bytes memory) noexcept {
  return preferred.fits(memory) && (!overrule || preferred.predicted_seconds < worth_overruling);
}

std::vector<MulPlan> ranked_plans(std::vector<MulPlan> plans, const MulPreference& preference, bool overrule,
                                  const PlanBudget& budget) {
  std::optional<MulPlan> device;
  if (!plans.empty() && plans.back().algorithm == MulAlgorithm::device) {
    device = std::move(plans.back());
    plans.pop_back();
  }
  plans = ranked_for_processor(std::move(plans), preference, overrule, budget.memory);
  if (!device) return plans;
  const bool possible = device->fits(budget.memory);
  const bool faster = possible && worth_a_device(device->as<DeviceParameters>().seconds);
  if (!device->workspace.is_never())  // else the plan says why not
    device->reason = !possible              ? "does not fit under the memory cap"
                     : budget.device.wanted ? "a device was asked for"
                     : faster               ? "predicted to be faster than the processor"
                                            : "predicted to be slower than the processor";
  const bool first = possible && (budget.device.wanted || faster);
  if (possible && !first)
    plans.front().missed_seconds = missed_seconds(device->as<DeviceParameters>().seconds, budget.device);
  plans.insert(first ? plans.begin() : plans.begin() + 1, std::move(*device));
  return plans;
}

void refuse_as_too_short(MulPlan& plan) noexcept {
  plan.workspace = Bytes::never;
  plan.reason = "too short to be sent to a device";
}

void check_shape(const MulShape& shape) {
  if (shape.length_a == 0 || shape.length_b == 0) throw DomainError("a product of nothing has no plan");
}

void check_polynomial_algorithm(MulAlgorithm algorithm, bool modular) {
  if (algorithm == MulAlgorithm::integer) throw DomainError("the integer product does not multiply polynomials");
  if (algorithm == MulAlgorithm::transform && !modular)
    throw DomainError("the transform algorithm multiplies polynomials over Z/pZ");
  const bool for_residues = algorithm == MulAlgorithm::classical || algorithm == MulAlgorithm::karatsuba ||
                            algorithm == MulAlgorithm::kronecker || algorithm == MulAlgorithm::transform ||
                            algorithm == MulAlgorithm::pieces || algorithm == MulAlgorithm::device;
  if (!for_residues && modular)
    throw DomainError("the " + std::string(mul_algorithm_name(algorithm)) + " algorithm multiplies polynomials over Z");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
