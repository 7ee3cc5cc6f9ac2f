// The plan of plain divide and conquer in Z[x].
#include <algorithm>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_recursion_plan.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

double predict(const MulPlan& plan) noexcept {
  const MachineCosts& c = machine_costs();
  const MulShape& s = plan.shape;
  const double products = static_cast<double>(s.length_a) * static_cast<double>(s.length_b);
  const double each = row_product_ns(limbs_for_bits(s.bits_a), limbs_for_bits(s.bits_b));
  constexpr double row = 10;
  const double rows = static_cast<double>(product_length(s)) * (row + static_cast<double>(plain_width(s)));
  const std::size_t grain = plan.as<RecursionParameters>().grain;
  return nanosecond * (c.call + rows + products * each * share_of_tasks(plan.threads, grain, products));
}

}  // namespace

bool fit_plain(MulPlan& plan) {
  const MulShape& s = plan.shape;
  const auto& p = plan.as<RecursionParameters>();
  const std::size_t width = plain_width(s);
  const std::size_t longer = std::max(s.length_a, s.length_b);
  const Count buffers = karatsuba_scratch(longer, p.base_length, p.grain, 2 * width);
  const Count rows = Count(product_length(s)) * width;
  const Count leaves = Count(2 * static_cast<std::size_t>(plan.threads)) * (width + 8);
  plan.workspace = bytes_of<mp_limb_t>(rows + buffers + leaves);
  plan.result = integers_bytes(product_length(s), product_bits(s));
  return true;
}

MulPlan plan_plain(const MulShape& s, const MulBudget& budget) {
  const auto minimum = static_cast<double>(at_least(budget.thresholds.parallel_min_limb_products, 1));
  const bool parallel = budget.threads > 1 && limb_products(s) >= 2 * minimum;
  MulPlan plan(
      MulAlgorithm::plain_divide_and_conquer, s, budget.threads,
      forked_recursion(at_least(budget.thresholds.plain_base, 1), limb_products_per_pair(s), minimum, parallel));
  fit_plain(plan);
  plan.predicted_seconds = predict(plan);
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
