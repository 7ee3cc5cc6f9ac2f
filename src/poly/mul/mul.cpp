// The multiplication dispatcher of Z[x].
//
// plan_mul is a pure function of shape and budget. It takes the algorithm that the measured cut-offs name where that
// fits and takes less than 0.1 ms. Else it builds the plan of every algorithm in the table of mul_methods, ranks those
// last whose workspace and result do not fit, and lets a prediction that is clearly better for the given threads
// overrule the cut-offs (GMP's product of packed integers is serial).
// mul() reserves what the plan says and executes it by the algorithm's row; short products of words, for which a plan
// would take longer than the product, are made at once as their plan would say.
#include <polyfork/poly/mul/multiplication.hpp>

#include <algorithm>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/gpu/device.hpp>

#include "gpu/device/registry.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_method.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/execute_planned.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// Enough work that the number of threads matters.
bool parallel(const MulShape& s, const MulBudget& budget) noexcept {
  return budget.threads > 1 && limb_products(s) >= static_cast<double>(budget.thresholds.parallel_min_limb_products);
}

IntegerVector execute(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                      const ExecutionContext& ctx) {
  if (plan.missed_seconds > 0) DeviceRegistry::instance().note_missed(plan.missed_seconds, ctx);
  return execute_planned({plan.threads, plan.charged().value(), plan.workspace.value()}, ctx,
                         [&](const ExecutionContext& planned) { return mul_by_plan(plan, a, b, planned); });
}

MulShape shape_of(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (&a == &b) {
    const std::size_t bits = a.max_bits(ctx);
    return {a.size(), a.size(), bits, bits, true};
  }
  constexpr std::size_t forked_words = std::size_t{1} << 15;  // in the cache lines that are looked at
  const auto words = [](const IntegerVector& v) {
    return v.empty() ? 0 : v.size() * std::min<std::size_t>(v.stride(0), 8);
  };
  std::size_t bits_a = 0;
  std::size_t bits_b = 0;
  const auto measure_a = [&] { bits_a = a.max_bits(ctx); };
  const auto measure_b = [&] { bits_b = b.max_bits(ctx); };
  if (std::min(words(a), words(b)) >= forked_words) {
    fork_join(ctx, measure_a, measure_b);
  } else {
    measure_a();
    measure_b();
  }
  return {a.size(), b.size(), bits_a, bits_b, false};
}

/// With a device in view where the operands are long enough for one.
MulPlan plan_for(const MulShape& s, const ExecutionContext& ctx) {
  const PlanBudget budget(ctx);
  if (!long_enough_for_devices(s)) return plan_mul(s, budget);
  const DeviceView device = device_view(ctx);
  MulPlan plan = plan_mul(s, budget.with_device(device));
  const auto asked = DeviceRegistry::instance().view_after_asking(
      plan.algorithm == MulAlgorithm::device, device.processor.products * plan.predicted_seconds, ctx);
  return asked ? plan_mul(s, budget.with_device(*asked)) : std::move(plan);
}

/// Zero operands need no plan: their products are zeros.
bool trivial(const MulShape& s) noexcept {
  return s.length_a == 0 || s.length_b == 0 || s.bits_a == 0 || s.bits_b == 0;
}
IntegerVector zeros(const MulShape& s) {
  return s.length_a == 0 || s.length_b == 0 ? IntegerVector() : IntegerVector(product_length(s), std::size_t{0});
}

}  // namespace

std::string_view mul_algorithm_name(MulAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case MulAlgorithm::classical:
      return "classical";
    case MulAlgorithm::karatsuba:
      return "karatsuba";
    case MulAlgorithm::plain_divide_and_conquer:
      return "plain_divide_and_conquer";
    case MulAlgorithm::toom_cook_4:
      return "toom_cook_4";
    case MulAlgorithm::toom_cook_8:
      return "toom_cook_8";
    case MulAlgorithm::kronecker:
      return "kronecker";
    case MulAlgorithm::kronecker_two_point:
      return "kronecker_two_point";
    case MulAlgorithm::transform:
      return "transform";
    case MulAlgorithm::multimodular:
      return "multimodular";
    case MulAlgorithm::blocked:
      return "blocked";
    case MulAlgorithm::bivariate:
      return "bivariate";
    case MulAlgorithm::pieces:
      return "pieces";
    case MulAlgorithm::device:
      return "device";
    case MulAlgorithm::integer:
      return "integer";
  }
  return "unknown";
}

MulAlgorithm mul_algorithm_from_name(std::string_view name) {
  for (const MulMethod& method : mul_methods())
    if (name == mul_algorithm_name(method.algorithm)) return method.algorithm;
  if (name == mul_algorithm_name(MulAlgorithm::transform)) return MulAlgorithm::transform;
  throw DomainError("unknown multiplication algorithm: " + std::string(name));
}

PlanDescription explain_mul(const MulShape& shape, const PlanBudget& budget) {
  return plan_mul(shape, budget).describe();
}

std::vector<PlanDescription> explain_mul_candidates(const MulShape& shape, const PlanBudget& budget) {
  std::vector<PlanDescription> all;
  for (const MulPlan& plan : plan_mul_candidates(shape, budget)) all.push_back(plan.describe());
  return all;
}

namespace detail {

namespace {

/// The plans of all algorithms for the budget's threads, ranked.
std::vector<MulPlan> candidates(const MulShape& shape, const MulBudget& budget) {
  std::vector<MulPlan> plans;
  plans.reserve(mul_methods().size());
  for (const MulMethod& method : mul_methods()) {
    if (method.algorithm == MulAlgorithm::device && !budget.device.usable) continue;
    plans.push_back(method.plan(shape, budget));
    if (method.algorithm == MulAlgorithm::device && !long_enough_for_devices(shape)) refuse_as_too_short(plans.back());
  }
  return ranked_plans(std::move(plans), preferred(shape, budget), parallel(shape, budget), budget);
}

}  // namespace

std::vector<MulPlan> plan_mul_candidates(const MulShape& shape, const MulBudget& budget) {
  check_shape(shape);
  std::vector<MulPlan> plans = candidates(shape, budget);
  const auto too_large = [&](const MulPlan& plan) {
    return plan.algorithm != MulAlgorithm::device && mul_method(plan.algorithm).reaches(shape) &&
           !plan.fits(budget.memory);
  };
  if (std::ranges::none_of(plans, too_large)) return plans;
  // Scratch of fewer threads may fit where that of all does not.
  for (int fewer = budget.threads / 2; fewer >= 1; fewer /= 2) {
    std::vector<MulPlan> others = candidates(shape, budget.with_threads(fewer));
    const MulPlan& best = plans.front();
    if (!others.front().fits(budget.memory)) continue;
    if (best.fits(budget.memory) && best.predicted_seconds <= others.front().predicted_seconds) continue;
    plans = std::move(others);
    plans.front().reason = "on fewer threads: the scratch of all does not fit under the memory cap";
  }
  return plans;
}

MulPlan chosen_plan(const MulShape& shape, const MulBudget& budget) {
  check_shape(shape);
  const bool by_device = budget.device.usable && long_enough_for_devices(shape);
  if (!by_device) {
    MulPlan plan = preferred_plan(shape, budget);
    if (is_chosen_alone(plan, parallel(shape, budget), budget.memory)) return plan;
  }
  return std::move(plan_mul_candidates(shape, budget).front());
}

MulPlan plan_mul(const MulShape& shape, const MulBudget& budget) {
  MulPlan plan = chosen_plan(shape, budget);
  plan.require_fit(budget.memory);
  return plan;
}

IntegerVector mul_by_plan(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  return mul_method(plan.algorithm).run(plan, a, b, ctx);
}

IntegerVector mul_as_planned(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                             const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  const PlanBudget budget = PlanBudget(ctx).with_threads(plan.threads);
  // Quotients by monic divisors may have coefficients many times as long as the dividend's. Up to some hundred primes
  // the planned algorithm does as well as any.
  constexpr std::size_t much = 4;
  constexpr std::size_t long_bits = 8192;
  const auto is_as_planned = [](std::size_t bits, std::size_t planned) {
    return bits <= long_bits || bits / much <= planned;
  };
  const bool are_as_planned =
      is_as_planned(shape.bits_a, plan.shape.bits_a) && is_as_planned(shape.bits_b, plan.shape.bits_b);
  MulPlan fitted = plan;
  fitted.shape = shape;
  fitted.children.clear();
  if (are_as_planned && mul_method(plan.algorithm).fit(fitted) && fitted.fits(budget.memory))
    return execute(fitted, a, b, ctx);
  // The operands are so much longer than those planned for that the algorithm cannot do it, or is not the one for them.
  return execute(plan_mul(shape, budget), a, b, ctx);
}

IntegerVector mul_low(const IntegerVector& a, const IntegerVector& b, std::size_t n, const ExecutionContext& ctx) {
  MulShape shape = shape_of(a, b, ctx);
  shape.wanted = n;
  IntegerVector product = trivial(shape) ? zeros(shape) : execute(plan_mul(shape, PlanBudget(ctx)), a, b, ctx);
  if (product.size() > n) product.truncate(n, ctx);
  return product;
}

}  // namespace detail

IntegerVector mul(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  IntegerVector product;
  if (mul_short(product, a, b, ctx) || mul_short_rows(product, a, b, ctx)) return product;
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  return execute(plan_for(shape, ctx), a, b, ctx);
}

IntegerVector mul_with(MulAlgorithm algorithm, const IntegerVector& a, const IntegerVector& b,
                       const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  check_polynomial_algorithm(algorithm, false);
  const MulMethod& method = mul_method(algorithm);
  if (!method.reaches(shape))
    throw DomainError(std::string(mul_algorithm_name(algorithm)) + " does not reach products of " +
                      std::to_string(product_length(shape)) + " coefficients of " +
                      std::to_string(product_bits(shape)) + " bits");
  if (algorithm == MulAlgorithm::device && ctx.device_policy() != DevicePolicy::on)
    return mul_with(algorithm, a, b, ctx.with_device_policy(DevicePolicy::on));
  PlanBudget budget(ctx);
  if (algorithm == MulAlgorithm::device) budget.device = required_device_view(ctx);
  const MulPlan plan = method.plan(shape, budget);
  if (algorithm == MulAlgorithm::device && plan.workspace.is_never())
    throw DomainError("the product is not for devices: " + std::string(plan.reason));
  plan.require_fit(budget.memory);
  return execute(plan, a, b, ctx);
}

}  // namespace v1
}  // namespace polyfork
