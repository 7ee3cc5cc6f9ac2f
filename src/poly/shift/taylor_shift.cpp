// Taylor shifts in Z[x]: what needs no algorithm, the plan, its execution.
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>

#include "gpu/device/registry.hpp"
#include "poly/rows/execute_planned.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_short.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

ShiftShape shape_of(const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  return {f.size(), f.max_bits(ctx), c.bit_length(), shift_result_bits(f, c)};
}

/// With a device in view where the shift is large enough for one.
ShiftPlan plan_for(const ShiftShape& s, const ExecutionContext& ctx) {
  const PlanBudget budget(ctx);
  if (!large_enough_for_devices(s)) return plan_shift(s, budget);
  const DeviceView device = device_view(ctx);
  ShiftPlan plan = plan_shift(s, budget.with_device(device));
  const auto asked = DeviceRegistry::instance().view_after_asking(
      plan.algorithm == ShiftAlgorithm::device, device.processor.shifts * plan.predicted_seconds, ctx);
  return asked ? plan_shift(s, budget.with_device(*asked)) : std::move(plan);
}

/// Shifts that leave the coefficients as they are.
bool trivial(const IntegerVector& f, const Integer& c) noexcept { return f.size() <= 1 || c.is_zero(); }

/// run(ctx) under the plan's threads and memory.
template <class Run>
IntegerVector execute(const ShiftPlan& plan, const Run& run, const ExecutionContext& ctx) {
  // Others' results have rows as long as they need.
  if (plan.missed_seconds > 0) DeviceRegistry::instance().note_missed(plan.missed_seconds, ctx);
  const Bytes scratch = plan.algorithm == ShiftAlgorithm::convolution ? plan.workspace : Bytes();
  return execute_planned({plan.threads, plan.charged().value(), scratch.value()}, ctx, run);
}

IntegerVector execute(const ShiftPlan& plan, const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  const auto run = shift_method(plan.algorithm).run;
  return execute(
      plan, [&](const ExecutionContext& planned) { return run(plan, f, c, planned); }, ctx);
}

}  // namespace

namespace detail {

IntegerVector taylor_shift_rows(const FixedRows& q, std::size_t from, const Integer& c, const ExecutionContext& ctx) {
  const IntegerRows f{q.row(from), q.limbs(), q.rows() - from, q.limbs()};
  const std::vector<std::size_t> lengths = bit_lengths(f);
  const std::size_t bits = *std::ranges::max_element(lengths);
  if (f.count > 1 && bits != 0 && !c.is_zero()) {
    const ShiftShape shape{f.count, bits, c.bit_length(), shift_result_bits(lengths, c)};
    const ShiftPlan plan = plan_for(shape, ctx);
    if (const auto run = shift_method(plan.algorithm).run_rows; run != nullptr)
      return execute(
          plan, [&](const ExecutionContext& planned) { return run(plan, f, c, planned); }, ctx);
  }
  const IntegerVector tail = q.to_vector(from, ctx);
  const MemoryReservation held = hold(tail, ctx);
  return taylor_shift(tail, c, ctx);
}

IntegerVector shift_block(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  const ShiftShape shape = shape_of(f, c, ctx);
  if (trivial(f, c) || shape.bits == 0) return f;
  for (const ShiftPlan& plan : plan_shift_candidates(shape, PlanBudget(ctx)))
    if (plan.algorithm != ShiftAlgorithm::products) return execute(plan, f, c, ctx);
  return {};
}

}  // namespace detail

IntegerVector taylor_shift(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  if (trivial(f, c)) return f;
  if (IntegerVector shifted; shift_short(shifted, f, c, ctx)) return shifted;
  const ShiftShape shape = shape_of(f, c, ctx);
  if (shape.bits == 0) return f;
  return execute(plan_for(shape, ctx), f, c, ctx);
}

IntegerVector taylor_shift_with(ShiftAlgorithm algorithm, const IntegerVector& f, const Integer& c,
                                const ExecutionContext& ctx) {
  if (trivial(f, c)) return f;
  const ShiftShape shape = shape_of(f, c, ctx);
  if (shape.bits == 0) return f;
  if (algorithm == ShiftAlgorithm::device && ctx.device_policy() != DevicePolicy::on)
    return taylor_shift_with(algorithm, f, c, ctx.with_device_policy(DevicePolicy::on));
  PlanBudget budget(ctx);
  if (algorithm == ShiftAlgorithm::device) budget.device = required_device_view(ctx);
  const ShiftPlan plan = fitted_shift_plan(algorithm, shape, budget);
  if (algorithm == ShiftAlgorithm::device && plan.workspace.is_never())
    throw DomainError("the shift is not for devices: " + std::string(plan.reason));
  plan.require_fit(budget.memory);
  return execute(plan, f, c, ctx);
}

IntegerVector taylor_shift_first(const IntegerVector& f, const Integer& c, std::size_t count,
                                 const ExecutionContext& ctx) {
  if (count >= f.size() || count == 0 || c.is_zero() || f.max_bits(ctx) == 0) {
    IntegerVector all = count == 0 || c.is_zero() ? f.copy(ctx) : taylor_shift(f, c, ctx);
    if (count < all.size()) all.truncate(count, ctx);
    return all;
  }
  // As many limbs and primes as these coefficients need: sum |a_j| C(j, i) |c|^(j - i) over i < count bounds them.
  const std::array<std::size_t, 2> begins = {0, count};
  const std::size_t bits = std::max<std::size_t>(1, shift_segment_bits(f, c, begins, ctx)[0]);
  const ShiftShape shape{f.size(), f.max_bits(ctx), c.bit_length(), bits, count};
  return execute(plan_for(shape, ctx), f, c, ctx);
}

void taylor_shift_into(PolyZ& out, const PolyZ& f, const Integer& c, const ExecutionContext& ctx) {
  if (f.is_constant() || c.is_zero()) {
    const auto copy = [&](IntegerVector& same) {
      same = f.coefficients();
      return true;
    };
    PolyZ::with_coefficients(out, f, copy);
    return;
  }
  const auto write = [&](IntegerVector& shifted) { return shift_short(shifted, f.coefficients(), c, ctx); };
  if (!PolyZ::with_coefficients(out, f, write)) out = taylor_shift(f, c, ctx);
}

PolyZ taylor_shift(const PolyZ& f, const Integer& c, const ExecutionContext& ctx) {
  return PolyZ::make(taylor_shift(f.coefficients(), c, ctx), f);
}

}  // namespace v1
}  // namespace polyfork
