// Taylor shifts in Z[x]: what needs no algorithm, the plan, its execution.
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"
#include "core/planned_memory.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/rows/execute_planned.hpp"
#include "poly/shift/shift_algorithms.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

ShiftShape shape_of(const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  return {f.size(), f.max_bits(ctx), c.bit_length(), shift_result_bits(f, c)};
}

/// Shifts that leave the coefficients as they are.
bool trivial(const IntegerVector& f, const Integer& c) noexcept { return f.size() <= 1 || c.is_zero(); }

IntegerVector by_plan(const ShiftPlan& plan, const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  switch (plan.algorithm) {
    case ShiftAlgorithm::horner:
      return shift_horner(plan, f, c, ctx);
    case ShiftAlgorithm::tableau:
    case ShiftAlgorithm::tableau_bands:
    case ShiftAlgorithm::tableau_halves:
      return shift_tableau(plan, f, c, ctx);
    case ShiftAlgorithm::products:
      return shift_products(plan, f, c, ctx);
    case ShiftAlgorithm::convolution:
      return shift_convolution(plan, f, c, ctx);
  }
  return {};
}

IntegerVector execute(const ShiftPlan& plan, const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  const std::size_t bytes = saturating_add(plan.workspace_bytes, plan.result_bytes);
  // Others' results have rows as long as they need.
  const std::size_t scratch = plan.algorithm == ShiftAlgorithm::convolution ? plan.workspace_bytes : 0;
  return execute_planned({plan.threads, bytes, scratch}, ctx,
                         [&](const ExecutionContext& some) { return by_plan(plan, f, c, some); });
}

}  // namespace

namespace detail {

IntegerVector shift_block(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  const ShiftShape shape = shape_of(f, c, ctx);
  if (trivial(f, c) || shape.bits == 0) return f;
  for (const ShiftPlan& plan :
       plan_shift_candidates(shape, planning_threads(ctx), memory_for_plans(ctx), ctx.tuning().section<ShiftTuning>()))
    if (plan.algorithm != ShiftAlgorithm::products) return execute(plan, f, c, ctx);
  return {};
}

}  // namespace detail

IntegerVector taylor_shift(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  if (trivial(f, c)) return f;
  const ShiftShape shape = shape_of(f, c, ctx);
  if (shape.bits == 0) return f;
  const auto tuning = ctx.tuning().section<ShiftTuning>();
  const auto n = static_cast<std::int64_t>(shape.length);
  const auto limbs = static_cast<std::int64_t>(shape.result_bits / 64 + 1);
  if (n <= tuning.horner_length || (limbs <= 2 && n <= tuning.two_limb_length))
    return execute(shift_plan_of(ShiftAlgorithm::horner, shape, planning_threads(ctx), tuning), f, c, ctx);
  return execute(plan_shift(shape, planning_threads(ctx), memory_for_plans(ctx), tuning), f, c, ctx);
}

IntegerVector taylor_shift_with(ShiftAlgorithm algorithm, const IntegerVector& f, const Integer& c,
                                const ExecutionContext& ctx) {
  if (trivial(f, c)) return f;
  const ShiftShape shape = shape_of(f, c, ctx);
  if (shape.bits == 0) return f;
  const std::size_t available = memory_for_plans(ctx);
  const ShiftPlan plan =
      fitted_shift_plan(algorithm, shape, planning_threads(ctx), available, ctx.tuning().section<ShiftTuning>());
  require_fit(plan, available);
  return execute(plan, f, c, ctx);
}

PolyZ taylor_shift(const PolyZ& f, const Integer& c, const ExecutionContext& ctx) {
  return PolyZ::make(taylor_shift(f.coefficients(), c, ctx), f);
}

}  // namespace v1
}  // namespace polyfork
