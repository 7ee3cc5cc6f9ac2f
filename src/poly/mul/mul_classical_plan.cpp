// The plan of the schoolbook product in Z[x]: columns are tasks of about the minimum of limb products.
#include <algorithm>

#include "poly/mul/kernels/exact_columns.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

bool fit_classical(MulPlan& plan) {
  const MulShape& s = plan.shape;
  plan.result = integers_bytes(product_length(s), product_bits(s));
  if (plan.as<ColumnParameters>().digits) {
    if (!digits_reach(s)) return false;
    plan.workspace = bytes_of<std::uint64_t>(digits_scratch(s));
  } else if (in_exact_columns(s)) {
    plan.workspace =
        bytes_of<double>((Count(std::min(s.length_a, s.length_b)) + s.length_a) + s.length_b + 2 * ExactColumns::block);
  } else if (s.bits_a <= 64 && s.bits_b <= 64) {  // copies of the words, one operand reversed
    plan.workspace = bytes_of<mp_limb_t>((Count(s.length_a) + s.length_b) * 2);
  } else {  // an accumulator and a product for each thread
    const Count limbs = Count(limbs_for_bits(s.bits_a)) + limbs_for_bits(s.bits_b);
    plan.workspace = bytes_of<mp_limb_t>((limbs * 2 + 16) * static_cast<std::size_t>(plan.threads));
  }
  return true;
}

double classical_seconds(const MulShape& s, int threads, std::size_t grain) noexcept {
  const MachineCosts& c = machine_costs();
  const double products = static_cast<double>(s.length_a) * static_cast<double>(s.length_b);
  constexpr double exact_product = 0.15;
  double each = product_bits(s) < 128 ? c.word_product : 2 * c.word_product;
  if (in_exact_columns(s)) each = exact_product;
  if (s.bits_a > 64 || s.bits_b > 64) {
    each = row_product_ns(limbs_for_bits(s.bits_a), limbs_for_bits(s.bits_b));
    if (s.square) each *= 0.55;  // half of the products
  }
  const auto columns = static_cast<double>(product_length(s));
  constexpr double column = 10;
  return nanosecond * (c.call + columns * column + products * each * share_of_tasks(threads, grain, columns));
}

MulPlan plan_classical(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::classical, s, budget.threads, ColumnParameters());
  if (is_product_of_digits(s, budget.thresholds)) {
    plan.as<ColumnParameters>().digits = true;
    fit_classical(plan);
    plan.predicted_seconds = digits_seconds(s);
    if (plan.fits(budget.memory)) return plan;
    plan.as<ColumnParameters>().digits = false;  // columns one by one take the least memory of all
  }
  const auto minimum = static_cast<double>(at_least(budget.thresholds.parallel_min_limb_products, 1));
  const double total = limb_products(s);
  if (plan.threads > 1 && total >= 2 * minimum) {
    const double column = total / static_cast<double>(std::max(s.length_a, s.length_b));
    plan.as<ColumnParameters>().grain =
        std::max<std::size_t>(1, static_cast<std::size_t>(minimum / std::max(column, 1.0)));
  }
  fit_classical(plan);
  plan.predicted_seconds = classical_seconds(s, plan.threads, plan.as<ColumnParameters>().grain);
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
