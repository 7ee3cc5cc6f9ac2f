// The plans of Toom-Cook's products by 7 or 15 values.
#include <algorithm>
#include <limits>
#include <utility>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/mul/mul_toom_cook.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Values of both operands and their products at all points, the products that are formed at the same time, and the
/// columns that are interpolated. Precondition: the child is there.
void set_sizes(MulPlan& plan, const ToomCookShape& toom) {
  const MulShape& s = plan.shape;
  const MulPlan& child = plan.children.front();
  const std::size_t at_once = 2 * static_cast<std::size_t>(plan.threads);
  const Bytes operands = integers_bytes(toom.block, child.shape.bits_a) +
                         (s.square ? Bytes() : integers_bytes(toom.block, child.shape.bits_b));
  const Bytes values = (operands + child.result) * toom.points();
  const Bytes products = child.workspace * std::min(at_once, toom.points());
  const Bytes columns = bytes_of<mp_limb_t>(Count(at_once * (2 * toom.points() + 3)) * toom.width(s));
  plan.workspace = values + products + columns;
  plan.result = integers_bytes(product_length(s), product_bits(s));
  plan.tables = child.tables;
}

double predict(const MulPlan& plan, const ToomCookShape& toom) noexcept {
  const MulShape& s = plan.shape;
  const MulPlan& child = plan.children.front();
  const auto pairs = static_cast<double>(toom.pairs);
  const auto points = static_cast<double>(toom.points());
  const auto block = static_cast<double>(toom.block);
  constexpr double start = 2000;
  constexpr double value_start = 4;
  constexpr double value_limb = 0.4;
  constexpr double column_start = 5;
  constexpr double column_limb = 1.2;
  const auto value = [&](std::size_t blocks, std::size_t bits) {
    return pairs * (static_cast<double>(blocks) + 4) *
           (value_start + value_limb * static_cast<double>(limbs_for_bits(bits)));
  };
  const double values =
      value(toom.blocks_a, child.shape.bits_a) + (s.square ? 0 : value(toom.blocks_b, child.shape.bits_b));
  const double columns = 4 * pairs * (pairs + 2) * (column_start + column_limb * static_cast<double>(toom.width(s)));
  return nanosecond * (start + block * (values + columns) * share_of_threads(plan.threads, block / 8)) +
         points * child.predicted_seconds * share_of_threads(plan.threads, points);
}

/// The products of values by the algorithm that is best for them. With more threads than points each gets some.
MulPlan plan_toom_cook(MulAlgorithm algorithm, const MulShape& s, const MulBudget& budget) {
  MulPlan plan(algorithm, s, budget.threads);
  const ToomCookShape toom(s, toom_cook_ways(algorithm));
  MulBudget below = budget.with_threads(std::max(1, budget.threads / static_cast<int>(toom.points())));
  below.thresholds.toom_cook_length = std::numeric_limits<std::int64_t>::max();  // one level
  MulPlan child = preferred_plan(toom.product(s), below);
  child.times = toom.points();
  plan.children.push_back(std::move(child));
  set_sizes(plan, toom);
  plan.predicted_seconds = predict(plan, toom);
  return plan;
}

}  // namespace

MulPlan plan_toom_cook_4(const MulShape& s, const MulBudget& budget) {
  return plan_toom_cook(MulAlgorithm::toom_cook_4, s, budget);
}
MulPlan plan_toom_cook_8(const MulShape& s, const MulBudget& budget) {
  return plan_toom_cook(MulAlgorithm::toom_cook_8, s, budget);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
