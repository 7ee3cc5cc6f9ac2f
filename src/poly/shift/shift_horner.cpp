// f(x + c) by Horner's scheme: n^2 / 2 rows of multiply-and-add. The reference of the others, and the best for a few
// coefficients. Each pass gives one coefficient of the result, so that the first m take m passes of n rows, modulo
// 2^(64 limbs), where the limbs need to hold these m coefficients only.
#include <algorithm>
#include <vector>

#include "core/limits.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::size_t row_limbs(const ShiftShape& s) noexcept { return s.result_bits / 64 + 1; }

/// Whether coefficients are numbers, each as long as it is at that time, and not rows as long as the result: the one of
/// x^j grows by n - 1 - j lengths of the step, those that a pass goes over by n / 3 on average.
bool by_numbers(const ShiftShape& s) noexcept { return s.wanted == 0 && s.shift_bits > 64; }

void plan_horner(ShiftPlan& plan, const ShiftBudget&) {
  const ShiftShape& s = plan.shape;
  plan.workspace = bytes_of<std::uint64_t>(Count(s.length) * row_limbs(s));
  constexpr double row_call = 2.2;         // nanoseconds of one mpn_add_n
  constexpr double row_limb = 0.28;        // of one limb of it
  constexpr double multiplied_limb = 0.4;  // of one limb of mpn_addmul_1
  constexpr double coefficient = 20;
  const auto n = static_cast<double>(s.length);
  const auto limbs = static_cast<double>(limbs_for_bits(s.result_bits + 1));
  const auto words = static_cast<double>(limbs_for_bits(s.shift_bits));
  if (by_numbers(s)) {
    constexpr double number = 15;  // its end, which moves
    const std::size_t grown = std::min(s.result_bits, saturating_mul(s.length, s.shift_bits));
    const std::size_t mean_limbs = limbs_for_bits(s.result_bits - grown / 3 * 2);
    const double pass_step = number + row_product_ns(mean_limbs, limbs_for_bits(s.shift_bits));
    plan.predicted_seconds = nanosecond * (n * n / 2 * pass_step + n * coefficient);
    return;
  }
  const double row = s.shift_bits == 1 ? row_call + limbs * row_limb : words * (row_call + limbs * multiplied_limb);
  const double rows = s.wanted == 0 ? n * n / 2 : n * static_cast<double>(s.wanted);
  plan.predicted_seconds = nanosecond * (rows * row + n * coefficient);
}

IntegerVector run_horner(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  if (by_numbers(plan.shape)) {
    std::vector<Integer> a = integers_of(f);
    horner_passes(a, c, ctx);
    return IntegerVector(std::span<const Integer>(a));
  }
  FixedRows rows(f.size(), row_limbs(plan.shape));
  for (std::size_t i = 0; i < f.size(); ++i) rows.assign(i, f[i], 0);
  if (plan.shape.wanted == 0) {
    horner_shift(rows, c, ctx);
    return rows.to_vector(0, ctx);
  }
  horner_passes(rows, c, plan.shape.wanted, ctx);
  IntegerVector first = rows.to_vector(0, ctx);
  first.truncate(plan.shape.wanted, ctx);
  return first;
}

}  // namespace

constinit const ShiftMethod shift_horner = {ShiftAlgorithm::horner, plan_horner, run_horner};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
