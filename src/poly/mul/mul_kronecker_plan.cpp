// The plans of Kronecker's substitution at one point and at two.
#include <algorithm>
#include <utility>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_integer.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void set_packed_sizes(MulPlan& plan) {
  const KroneckerLimbs limbs(plan.shape, plan.as<PackingParameters>().slot_bits);
  MulPlan child = plan_integer(limbs.a, limbs.b, plan);
  // two packed operands, their product, and the scratch of the multiplication
  plan.workspace = bytes_of<mp_limb_t>(Count(limbs.a) + limbs.b + limbs.product) + child.workspace;
  plan.tables = child.tables;
  plan.children.clear();
  plan.children.push_back(std::move(child));
}

double packed_seconds(const MulPlan& plan) noexcept {
  const MachineCosts& c = machine_costs();
  const MulShape& s = plan.shape;
  const auto& p = plan.as<PackingParameters>();
  const MulPlan& child = plan.children.front();
  const auto runs = static_cast<double>(child.times);
  const std::size_t packed = kronecker_limbs(saturating_add(s.length_a, s.length_b), p.slot_bits);
  const double slots = 2 * (static_cast<double>(s.length_a) + static_cast<double>(s.length_b));
  // at two points: the halves of the vectors, sums and differences of what is packed
  const double passes = runs > 1 ? 5 : 2;
  const double copying = runs * (slots * c.slot + passes * static_cast<double>(packed) * c.slot_limb);
  // products by GMP are serial, those at two points independent
  const bool by_gmp = child.as<TransformParameters>().primes == 0;
  const double at_once = by_gmp ? share_of_threads(plan.threads, p.grain == 0 ? 1 : runs) : 1;
  return fresh_memory_seconds(plan.workspace) +
         nanosecond * (c.call * runs + copying * share_of_tasks(plan.threads, p.grain, slots / 256)) +
         runs * child.predicted_seconds * at_once;
}

namespace {

/// Tasks begin at limbs, whatever slots the grain was chosen for.
void align_grain(PackingParameters& p) noexcept {
  const std::size_t period = kronecker_period(p.slot_bits);
  p.grain = (p.grain + period - 1) / period * period;
}

/// With a grain of about a quarter of the minimum of limbs.
MulPlan start(MulAlgorithm algorithm, const MulShape& s, const MulBudget& budget) {
  const MulTuning& t = budget.thresholds;
  MulPlan plan(algorithm, s, budget.threads, PackingParameters());
  auto& p = plan.as<PackingParameters>();
  p.transform_limbs = at_least(t.integer_transform_limbs, 1);
  p.leaf_log = t.transform_leaf_log;
  const std::size_t slot = kronecker_slot_bits(s);
  const std::size_t packed = saturating_add(kronecker_limbs(s.length_a, slot), kronecker_limbs(s.length_b, slot));
  const std::size_t minimum = at_least(t.parallel_min_limb_products, 1);
  if (plan.threads > 1 && packed >= minimum / 4) {
    const std::size_t period = kronecker_period(slot);
    const std::size_t slots = minimum / 4 / std::max<std::size_t>(1, slot / 64);
    p.grain = std::max(period, slots / period * period);
  }
  return plan;
}

}  // namespace

bool fit_kronecker(MulPlan& plan) {
  auto& p = plan.as<PackingParameters>();
  p.slot_bits = kronecker_slot_bits(plan.shape);
  align_grain(p);
  set_packed_sizes(plan);
  plan.result = integers_bytes(product_length(plan.shape), product_bits(plan.shape));
  return true;
}

MulPlan plan_kronecker(const MulShape& s, const MulBudget& budget) {
  MulPlan plan = start(MulAlgorithm::kronecker, s, budget);
  fit_kronecker(plan);
  plan.predicted_seconds = corrected(packed_seconds(plan), budget.thresholds.kronecker_percent);
  return plan;
}

/// Both packed operands and products at both points, the halves of the operands and of the result, and the scratch of
/// the integer products.
bool fit_two_point(MulPlan& plan) {
  const MulShape& s = plan.shape;
  auto& p = plan.as<PackingParameters>();
  const std::size_t slot = kronecker_slot_bits(s);
  const std::size_t half = slot / 2 + slot % 2;
  p.slot_bits = saturating_mul(2, half);
  align_grain(p);
  const std::size_t limbs_a = two_point_limbs(s.length_a, half);
  const std::size_t limbs_b = two_point_limbs(s.length_b, half);
  MulPlan child = plan_integer(limbs_a, limbs_b, plan);
  child.times = 2;
  const Bytes packed = bytes_of<mp_limb_t>((Count(limbs_a) + limbs_b) * 4);
  const Bytes parts =
      std::max(integers_bytes(s.length_a / 2 + 1, s.bits_a), integers_bytes(s.length_b / 2 + 1, s.bits_b)) +
      integers_bytes(product_length(s) / 2 + 1, p.slot_bits);
  plan.workspace = packed + parts + child.workspace * (plan.threads > 1 ? 2 : 1);
  plan.result = integers_bytes(product_length(s), product_bits(s));
  plan.tables = child.tables;
  plan.children.clear();
  plan.children.push_back(std::move(child));
  return true;
}

MulPlan plan_two_point(const MulShape& s, const MulBudget& budget) {
  MulPlan plan = start(MulAlgorithm::kronecker_two_point, s, budget);
  fit_two_point(plan);
  plan.predicted_seconds = packed_seconds(plan);
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
