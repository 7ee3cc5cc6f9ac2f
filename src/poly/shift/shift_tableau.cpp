// f(x + c) through Pascal's triangle: f(c y) has coefficients a_j c^j, a shift of y by one makes c^i times coefficient
// i of the result. For c = -1 that is a change of signs, for a power of two a change of places.
#include <algorithm>
#include <cmath>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/workspace.hpp>

#include "core/limits.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/shift/pascal_tableau.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_scaling.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Scaled by powers of c, the coefficients grow by 2 |c| per degree.
std::size_t tableau_bits(const ShiftShape& s) noexcept {
  if (s.shift_bits <= 1) return s.result_bits;
  return saturating_add(s.bits, saturating_mul(s.length, s.shift_bits + 1));
}

/// Nanoseconds of one vector of digits in one entry of the triangle.
double entry_ns() noexcept {
  switch (active_isa()) {
    case Isa::ifma:
    case Isa::avx512:
      return 0.42;
    case Isa::avx2:
      return 0.9;
    case Isa::scalar:
      break;
  }
  return 3.5;
}

/// Nanoseconds of products with powers of the step and of exact divisions by them, which take half as long again.
double scaling_ns(const ShiftShape& s) noexcept {
  if (s.shift_bits <= 1) return 0;
  constexpr double call = 60;
  const std::size_t power = limbs_for_bits(saturating_mul(s.length, s.shift_bits) / 2);  // on average
  const double product = gmp_mul_units(power, limbs_for_bits(s.bits));
  const double division = 1.5 * gmp_mul_units(power, limbs_for_bits(s.result_bits));
  return static_cast<double>(s.length) * ((product + division) * machine_costs().limb_product + 2 * call);
}

double predict(const ShiftPlan& plan) noexcept {
  const ShiftShape& s = plan.shape;
  const auto& p = plan.as<TableauParameters>();
  constexpr double digit = 4.5;  // loaded and stored
  constexpr double start = 1500;
  constexpr double forked_block = 3000;
  const auto n = static_cast<double>(s.length);
  const auto digits = static_cast<double>(p.digits);
  const double blocks = n / static_cast<double>(p.block_length);
  const double parts = plan.algorithm == ShiftAlgorithm::tableau ? 1 : blocks / 2;
  return nanosecond * (n * n / 2 * digits / 8 * entry_ns() * share_of_threads(plan.threads, parts) +
                       n * digits * digit * share_of_threads(plan.threads, n / 64) + scaling_ns(s) + start +
                       (parts > 1 && plan.threads > 1 ? blocks * forked_block : 0));
}

void plan_tableau(ShiftPlan& plan, const ShiftBudget& budget) {
  const ShiftShape& s = plan.shape;
  const std::size_t bits = tableau_bits(s);
  if (bits > std::size_t{1} << 40 || s.wanted != 0) {
    plan.workspace = Bytes::never;
    return;
  }
  plan.parameters = TableauParameters();
  auto& p = plan.as<TableauParameters>();
  p.digits = PascalTableau::digits_for(bits);
  plan.workspace = bytes_of<std::uint64_t>(PascalTableau::words(s.length, p.digits));
  if (s.shift_bits > 1) plan.workspace += plan.workspace.value() / 2;
  // Blocks of that many limb additions.
  const auto additions = static_cast<double>(at_least(budget.thresholds.parallel_min_limbs, 1));
  const double side = std::sqrt(additions / static_cast<double>(p.digits));
  p.block_length = std::max<std::size_t>(4, static_cast<std::size_t>(side / pascal_tile)) * pascal_tile;
  plan.predicted_seconds = predict(plan);
}

IntegerVector shift_by_one(const ShiftPlan& plan, const IntegerVector& f, bool alternate, const ExecutionContext& ctx) {
  const auto& p = plan.as<TableauParameters>();
  Workspace::Frame frame;
  const auto storage = frame.allocate<std::int64_t>(PascalTableau::words(f.size(), p.digits));
  PascalTableau tableau(f.size(), p.digits, storage);
  tableau.load(f, alternate, ctx);
  tableau.run(plan.algorithm, p.block_length, ctx);
  return tableau.result(alternate, ctx);
}

IntegerVector run_tableau(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  if (c.abs().is_one()) return shift_by_one(plan, f, c.sign() < 0, ctx);
  const IntegerVector scaled = scaled_by_powers(f, Integer(c), ctx);
  return unscaled_by_powers(shift_by_one(plan, scaled, false, ctx), Integer(c), ctx);
}

}  // namespace

constinit const ShiftMethod shift_tableau = {ShiftAlgorithm::tableau, plan_tableau, run_tableau};
constinit const ShiftMethod shift_tableau_bands = {ShiftAlgorithm::tableau_bands, plan_tableau, run_tableau};
constinit const ShiftMethod shift_tableau_halves = {ShiftAlgorithm::tableau_halves, plan_tableau, run_tableau};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
