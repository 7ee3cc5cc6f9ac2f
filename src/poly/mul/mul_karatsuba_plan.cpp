// The plan of Karatsuba's recursion in Z[x] on rows of limbs.
#include <algorithm>
#include <cmath>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_recursion_plan.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The schoolbook products of rows at the end of the recursion.
MulPlan rows_leaf(const MulPlan& plan) {
  const KaratsubaWidths w = karatsuba_widths(plan.shape);
  MulPlan leaf = recursion_leaf(plan, 64 * w.a, 64 * w.b);
  const std::size_t base = plan.as<RecursionParameters>().base_length;
  leaf.workspace = bytes_of<mp_limb_t>(Count(w.a + w.b) * (Count(base) + 1));
  leaf.result = bytes_of<mp_limb_t>(Count(w.product) * product_length(leaf.shape));
  leaf.predicted_seconds = classical_seconds(leaf.shape, 1, 0);
  return leaf;
}

double predict(const MulPlan& plan) noexcept {
  const MachineCosts& c = machine_costs();
  const MulShape& s = plan.shape;
  const auto& p = plan.as<RecursionParameters>();
  const KaratsubaWidths w = karatsuba_widths(s);
  const auto shorter = static_cast<double>(std::min(s.length_a, s.length_b));
  const auto longer = static_cast<double>(std::max(s.length_a, s.length_b));
  const KaratsubaWork work(shorter, static_cast<double>(p.base_length));
  const auto product_limbs = static_cast<double>(w.product);
  const double each = c.product_call + c.limb_product * gmp_mul_units(w.a, w.b) + c.accumulated_limb * product_limbs;
  // about 8 rows of the product's width for each level and leaf
  const double additions =
      shorter * 4 * (std::pow(1.5, work.levels) - 1) * (c.row_start + c.accumulated_limb * product_limbs);
  constexpr double coefficient = 20;
  const double serial = (work.leaves * work.leaf_length * work.leaf_length * each + additions) * (longer / shorter) +
                        longer * coefficient;
  return nanosecond * (c.call + serial * share_of_tasks(plan.threads, p.grain, 3));
}

}  // namespace

bool fit_karatsuba(MulPlan& plan) {
  const MulShape& s = plan.shape;
  const auto& p = plan.as<RecursionParameters>();
  const KaratsubaWidths w = karatsuba_widths(s);
  const std::size_t longer = std::max(s.length_a, s.length_b);
  const Count rows = Count(s.length_a) * w.a + Count(s.length_b) * w.b + Count(product_length(s)) * w.product;
  const Count scratch = karatsuba_scratch(longer, p.base_length, p.grain, w.a + w.b + 2 * w.product);
  const Count leaves = Count(2 * static_cast<std::size_t>(plan.threads)) * (p.base_length + 1) * (w.a + w.b + 2);
  plan.workspace = bytes_of<mp_limb_t>(rows + scratch + leaves);
  plan.result = integers_bytes(product_length(s), product_bits(s));
  return true;
}

MulPlan plan_karatsuba(const MulShape& s, const MulBudget& budget) {
  const auto minimum = static_cast<double>(at_least(budget.thresholds.parallel_min_limb_products, 1));
  const bool parallel = budget.threads > 1 && limb_products(s) >= 2 * minimum;
  MulPlan plan(
      MulAlgorithm::karatsuba, s, budget.threads,
      forked_recursion(at_least(budget.thresholds.karatsuba_base, 1), limb_products_per_pair(s), minimum, parallel));
  fit_karatsuba(plan);
  plan.children.push_back(rows_leaf(plan));
  plan.predicted_seconds = predict(plan);
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
