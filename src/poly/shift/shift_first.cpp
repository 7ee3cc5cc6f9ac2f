// The first m coefficients of f(x + c): Taylor coefficients at c.
//
// Horner's scheme gives one after each pass, m n rows of additions modulo 2^(64 limbs), where the limbs need to hold
// these m coefficients only. The convolution has all n residues for each prime at once, but needs as many primes as the
// m coefficients have bits / 50 and reconstructs these alone, which is where most of its time goes otherwise. The
// faster one is chosen by prediction. The bound is that of shift_bound.hpp: sum |a_j| C(j, i) |c|^(j-i) over i < m.
#include <algorithm>
#include <array>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "core/fewer_threads.hpp"
#include "core/limits.hpp"
#include "core/planned_memory.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "poly/shift/shift_algorithms.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_rows.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

IntegerVector by_passes(const ShiftPlan& plan, const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  FixedRows rows(f.size(), plan.shape.result_bits / 64 + 1);
  for (std::size_t i = 0; i < f.size(); ++i) rows.assign(i, f[i], 0);
  horner_passes(rows, c, plan.kept, ctx);
  IntegerVector all = rows.to_vector(0, ctx);
  all.truncate(plan.kept, ctx);
  return all;
}

}  // namespace

IntegerVector taylor_shift_first(const IntegerVector& f, const Integer& c, std::size_t count,
                                 const ExecutionContext& ctx) {
  if (count >= f.size() || count == 0 || c.is_zero() || f.max_bits(ctx) == 0) {
    IntegerVector all = count == 0 || c.is_zero() ? f.copy(ctx) : taylor_shift(f, c, ctx);
    if (count < all.size()) all.truncate(count, ctx);
    return all;
  }
  const std::array<std::size_t, 2> begins = {0, count};
  const std::size_t bits = std::max<std::size_t>(1, shift_segment_bits(f, c, begins, ctx)[0]);
  const ShiftShape shape{f.size(), f.max_bits(ctx), c.bit_length(), bits};
  const auto tuning = ctx.tuning().section<ShiftTuning>();
  const int threads = planning_threads(ctx);
  ShiftPlan passes = shift_plan_of(ShiftAlgorithm::horner, shape, threads, tuning);
  const std::size_t available = memory_for_plans(ctx);
  ShiftPlan convolution = fitted_shift_plan(ShiftAlgorithm::convolution, shape, threads, available, tuning);
  passes.kept = convolution.kept = count;
  passes.predicted_seconds *= 2 * static_cast<double>(count) / static_cast<double>(f.size());
  const auto bytes = [](const ShiftPlan& p) { return saturating_add(p.workspace_bytes, p.result_bytes); };
  const bool too_large = convolution.workspace_bytes == SIZE_MAX ||
                         saturating_add(bytes(convolution), convolution.table_bytes) > available;
  const bool by_horner = too_large || passes.predicted_seconds <= convolution.predicted_seconds;
  const ShiftPlan& plan = by_horner ? passes : convolution;
  require_fit(plan, available);
  const MemoryReservation reservation = reserve_for_plan(ctx, bytes(plan));
  ctx.poll();
  return on_threads(plan.threads, ctx, [&](const ExecutionContext& some) {
    return by_horner ? by_passes(plan, f, c, some) : shift_convolution(plan, f, c, some);
  });
}

}  // namespace v1
}  // namespace polyfork
