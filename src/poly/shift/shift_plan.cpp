// The dispatcher of Taylor shifts: the table of algorithms, and the choice among their plans.
#include "poly/shift/shift_plan.hpp"

#include <algorithm>
#include <string>

#include <polyfork/core/error.hpp>

#include "core/plan_text.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr const ShiftMethod* methods[] = {&shift_horner,         &shift_tableau,  &shift_tableau_bands,
                                          &shift_tableau_halves, &shift_products, &shift_convolution,
                                          &shift_device};

/// The bound for dense input where the shape does not bring a better one.
ShiftShape with_result_bits(ShiftShape s) {
  if (s.result_bits == 0) s.result_bits = saturating_add(s.bits, saturating_mul(s.length, s.shift_bits));
  if (s.wanted >= s.length) s.wanted = 0;
  return s;
}

/// Whether the shift is so short that Horner's scheme is taken without comparing plans; why, or null.
const char* short_reason(const ShiftShape& s, const ShiftTuning& t) noexcept {
  if (s.wanted != 0) return nullptr;
  const auto n = static_cast<std::int64_t>(std::min<std::size_t>(s.length, std::size_t{1} << 62));
  if (n <= t.horner_length) return "at most poly.shift.horner_length coefficients";
  if (s.result_bits < 128 && n <= t.two_limb_length) return "results of two limbs, at most poly.shift.two_limb_length";
  return nullptr;
}

}  // namespace

std::span<const ShiftMethod* const> shift_methods() noexcept { return methods; }

bool large_enough_for_devices(const ShiftShape& s) noexcept {
  constexpr std::size_t least_limbs = std::size_t{1} << 14;  // of the result
  return saturating_mul(s.length, limbs_for_bits(s.result_bits)) >= least_limbs;
}

const ShiftMethod& shift_method(ShiftAlgorithm algorithm) noexcept {
  return **std::ranges::find(methods, algorithm, &ShiftMethod::algorithm);
}

ShiftPlan shift_plan_by(ShiftAlgorithm algorithm, const ShiftShape& shape, const ShiftBudget& budget) {
  ShiftPlan plan;
  plan.algorithm = algorithm;
  plan.shape = with_result_bits(shape);
  plan.threads = budget.threads;
  const std::size_t n = plan.shape.length;
  plan.result = vector_bytes(n, saturating_mul(n, limbs_for_bits(plan.shape.result_bits)));
  shift_method(algorithm).plan(plan, budget);
  return plan;
}

ShiftPlan fitted_shift_plan(ShiftAlgorithm algorithm, const ShiftShape& shape, const ShiftBudget& budget) {
  ShiftPlan plan = shift_plan_by(algorithm, shape, budget);
  if (plan.workspace.is_never() || plan.fits(budget.memory)) return plan;
  ShiftBudget thrifty = budget;
  thrifty.thresholds.cached_mebibytes = 0;
  for (thrifty.threads = budget.threads; thrifty.threads >= 1; thrifty.threads /= 2) {
    ShiftPlan other = shift_plan_by(algorithm, shape, thrifty);
    if (other.fits(budget.memory)) return other;
  }
  return plan;
}

namespace {

/// The processor's plans, the chosen one first.
std::vector<ShiftPlan> plans_for_processor(const ShiftShape& shape, const ShiftBudget& budget) {
  std::vector<ShiftPlan> plans;
  for (const ShiftMethod* method : methods)
    if (method->algorithm != ShiftAlgorithm::device)
      plans.push_back(fitted_shift_plan(method->algorithm, shape, budget));
  rank_plans(plans, budget.memory);
  for (ShiftPlan& plan : plans)
    plan.reason = plan.fits(budget.memory) ? "predicted to be slower" : "does not fit under the memory cap";
  if (!plans.front().fits(budget.memory)) return plans;
  const auto horner = std::ranges::find(plans, ShiftAlgorithm::horner, &ShiftPlan::algorithm);
  const char* const reason = short_reason(horner->shape, budget.thresholds);
  if (reason != nullptr && horner->fits(budget.memory)) {
    std::rotate(plans.begin(), horner, horner + 1);
    plans.front().reason = reason;
  } else {
    plans.front().reason = "predicted to be the fastest";
  }
  return plans;
}

}  // namespace

std::vector<ShiftPlan> plan_shift_candidates(const ShiftShape& shape, const ShiftBudget& budget) {
  if (shape.length == 0) throw DomainError("a shift of nothing has no plan");
  std::vector<ShiftPlan> plans = plans_for_processor(shape, budget);
  if (!budget.device.usable) return plans;
  ShiftPlan device = shift_plan_by(ShiftAlgorithm::device, shape, budget);
  if (!large_enough_for_devices(device.shape)) {
    device.workspace = Bytes::never;
    device.reason = "too short to be sent to a device";
  }
  const bool possible = device.fits(budget.memory);
  const bool faster = possible && worth_a_device(device.as<DeviceShiftParameters>().seconds);
  if (!device.workspace.is_never())  // else the plan says why not
    device.reason = !possible              ? "does not fit under the memory cap"
                    : budget.device.wanted ? "a device was asked for"
                    : faster               ? "predicted to be faster than the processor"
                                           : "predicted to be slower than the processor";
  const bool first = possible && (budget.device.wanted || faster);
  if (possible && !first)
    plans.front().missed_seconds = missed_seconds(device.as<DeviceShiftParameters>().seconds, budget.device);
  plans.insert(first ? plans.begin() : plans.begin() + 1, std::move(device));
  return plans;
}

ShiftPlan plan_shift(const ShiftShape& shape, const ShiftBudget& budget) {
  if (shape.length != 0) {  // the short cut of short shifts; the same choice as below
    ShiftPlan horner = shift_plan_by(ShiftAlgorithm::horner, shape, budget);
    horner.reason = short_reason(horner.shape, budget.thresholds);
    if (horner.reason != nullptr && horner.fits(budget.memory)) return horner;
  }
  std::vector<ShiftPlan> plans = plan_shift_candidates(shape, budget);
  plans.front().require_fit(budget.memory);
  return std::move(plans.front());
}

PlanDescription ShiftPlan::describe() const {
  PlanDescription d = describe_cost();
  d.algorithm = std::string(shift_algorithm_name(algorithm));
  const auto parameter = [&](const char* name, std::size_t value) {
    d.parameters.emplace_back(name, std::to_string(value));
  };
  parameter("length", shape.length);
  parameter("bits", shape.bits);
  parameter("result_bits", shape.result_bits);
  if (shape.wanted != 0) parameter("wanted", shape.wanted);
  if (const auto* p = std::get_if<ConvolutionParameters>(&parameters); p != nullptr && p->primes != 0) {
    parameter("primes", p->primes);
    parameter("transform_words", p->transform_words);
    d.parameters.emplace_back("tables", p->cached ? "kept" : "made anew");
  } else if (const auto* q = std::get_if<TableauParameters>(&parameters)) {
    parameter("digits", q->digits);
    parameter("base_length", q->block_length);
  } else if (const auto* r = std::get_if<ShiftProductsParameters>(&parameters)) {
    parameter("base_length", r->base_length);
  } else if (const auto* on_device = std::get_if<DeviceShiftParameters>(&parameters);
             on_device != nullptr && on_device->primes != 0) {
    parameter("primes", on_device->primes);
    parameter("transform_words", on_device->words);
    d.parameters.emplace_back("start", seconds_text(on_device->seconds.startup));
    d.parameters.emplace_back("up", seconds_text(on_device->seconds.up));
    d.parameters.emplace_back("kernels", seconds_text(on_device->seconds.kernels));
    d.parameters.emplace_back("down", seconds_text(on_device->seconds.down));
    d.parameters.emplace_back("processor", seconds_text(on_device->seconds.processor));
  }
  for (const ShiftPlan& child : children) d.children.push_back(child.describe());
  return d;
}

}  // namespace detail

using namespace detail;

std::string_view shift_algorithm_name(ShiftAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case ShiftAlgorithm::horner:
      return "horner";
    case ShiftAlgorithm::tableau:
      return "tableau";
    case ShiftAlgorithm::tableau_bands:
      return "tableau_bands";
    case ShiftAlgorithm::tableau_halves:
      return "tableau_halves";
    case ShiftAlgorithm::products:
      return "products";
    case ShiftAlgorithm::convolution:
      return "convolution";
    case ShiftAlgorithm::device:
      return "device";
  }
  return "unknown";
}

ShiftAlgorithm shift_algorithm_from_name(std::string_view name) {
  for (const ShiftMethod* method : methods)
    if (name == shift_algorithm_name(method->algorithm)) return method->algorithm;
  throw DomainError("unknown Taylor shift algorithm: " + std::string(name));
}

PlanDescription explain_shift(const ShiftShape& shape, const PlanBudget& budget) {
  return plan_shift(shape, budget).describe();
}

std::vector<PlanDescription> explain_shift_candidates(const ShiftShape& shape, const PlanBudget& budget) {
  std::vector<PlanDescription> all;
  for (const ShiftPlan& plan : plan_shift_candidates(shape, budget)) all.push_back(plan.describe());
  return all;
}

}  // namespace v1
}  // namespace polyfork
