// Choosing among candidate plans.
#include "poly/mul/mul_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>

#include "core/limits.hpp"
#include "fft/limb_convolution.hpp"
#include "poly/images/table_bytes.hpp"
#include "poly/mul/gmp_scratch.hpp"
#include "poly/mul/mul_cost.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A prediction must be this much better than the preferred algorithm's to overrule the measured cut-offs.
constexpr double clearly_better = 0.7;

/// Seconds of the preferred algorithm below which nothing is overruled: tasks cost more there than predictions know.
constexpr double worth_overruling = 1e-4;

/// Limbs of a product by GMP: such calls can be neither cancelled nor forked.
constexpr std::size_t longest_gmp_product = std::size_t{1} << 17;

}  // namespace

std::size_t plan_bytes(const MulPlan& plan) noexcept { return saturating_add(plan.workspace_bytes, plan.result_bytes); }

bool fits(const MulPlan& plan, std::size_t memory_available) noexcept {
  const std::size_t bytes = saturating_add(plan_bytes(plan), plan.table_bytes);
  return bytes != SIZE_MAX && bytes <= memory_available;  // a saturated size exceeds even an unlimited account
}

std::vector<MulPlan> ranked_plans(std::vector<MulPlan> plans, MulAlgorithm wanted, const char* reason, bool overrule,
                                  std::size_t memory_available) {
  std::stable_sort(plans.begin(), plans.end(), [&](const MulPlan& x, const MulPlan& y) {
    const bool fit_x = fits(x, memory_available);
    const bool fit_y = fits(y, memory_available);
    if (fit_x != fit_y) return fit_x;
    if (!fit_x) return x.workspace_bytes < y.workspace_bytes;
    return x.predicted_seconds < y.predicted_seconds;
  });
  for (MulPlan& plan : plans)
    plan.reason = fits(plan, memory_available) ? "not preferred at this shape" : "does not fit under the memory cap";
  const auto preferred =
      std::find_if(plans.begin(), plans.end(), [&](const MulPlan& plan) { return plan.algorithm == wanted; });
  if (!fits(*preferred, memory_available)) {
    if (fits(plans.front(), memory_available))
      plans.front().reason = "the preferred algorithm does not fit under the memory cap";
    return plans;
  }
  // Toom-Cook is taken where its cut-off says so only: on 16 threads it was four times slower than predicted.
  const auto fastest = std::ranges::min_element(plans, {}, [&](const MulPlan& plan) {
    const bool toom_cook = plan.algorithm == MulAlgorithm::toom_cook_4 || plan.algorithm == MulAlgorithm::toom_cook_8;
    return toom_cook || !fits(plan, memory_available) ? std::numeric_limits<double>::infinity()
                                                      : weighted_seconds(plan);
  });
  if (overrule && preferred->predicted_seconds >= worth_overruling &&
      weighted_seconds(*fastest) < clearly_better * weighted_seconds(*preferred)) {
    fastest->reason = "clearly faster than the preferred algorithm on this many threads";
    std::rotate(plans.begin(), fastest, fastest + 1);
    return plans;
  }
  preferred->reason = reason;
  std::rotate(plans.begin(), preferred, preferred + 1);
  return plans;
}

void check_shape(const MulShape& shape) {
  if (shape.length_a == 0 || shape.length_b == 0) throw DomainError("a product of nothing has no plan");
}

void check_polynomial_algorithm(MulAlgorithm algorithm, bool modular) {
  if (algorithm == MulAlgorithm::integer) throw DomainError("the integer product does not multiply polynomials");
  if (algorithm == MulAlgorithm::transform && !modular)
    throw DomainError("the transform algorithm multiplies polynomials over Z/pZ");
  const bool for_residues = algorithm == MulAlgorithm::classical || algorithm == MulAlgorithm::karatsuba ||
                            algorithm == MulAlgorithm::kronecker || algorithm == MulAlgorithm::transform;
  if (!for_residues && modular)
    throw DomainError("the " + std::string(mul_algorithm_name(algorithm)) + " algorithm multiplies polynomials over Z");
}

MulPlan start_plan(MulAlgorithm algorithm, const MulShape& shape, int threads) {
  MulPlan plan;
  plan.algorithm = algorithm;
  plan.shape = shape;
  plan.threads = threads;
  return plan;
}

MulPlan karatsuba_leaf(const MulPlan& plan, std::size_t bits_a, std::size_t bits_b) {
  const std::size_t shorter = std::min(plan.shape.length_a, plan.shape.length_b);
  const std::size_t longer = std::max(plan.shape.length_a, plan.shape.length_b);
  // halves of the longer operand while the shorter reaches beyond them, else blocks of the shorter one's length
  const bool halves = shorter > longer / 2 + longer % 2;
  std::size_t length = halves ? longer : shorter;
  double times = halves ? 1 : std::ceil(static_cast<double>(longer) / static_cast<double>(shorter));
  for (; length > plan.base_length; times *= 3) length = length / 2 + length % 2;
  MulPlan leaf = start_plan(MulAlgorithm::classical, {length, length, bits_a, bits_b}, 1);
  leaf.times = times < 1e18 ? static_cast<std::size_t>(times) : SIZE_MAX;
  leaf.reason = "where the recursion ends";
  return leaf;
}

MulPlan integer_plan(std::size_t limbs_a, std::size_t limbs_b, const MulPlan& parent) {
  const std::size_t limbs = saturating_add(limbs_a, limbs_b);
  const MulShape shape{1, 1, saturating_mul(limbs_a, GMP_NUMB_BITS), saturating_mul(limbs_b, GMP_NUMB_BITS),
                       parent.shape.square};
  MulPlan plan = start_plan(MulAlgorithm::integer, shape, 1);
  plan.result_bytes = saturating_mul(limbs, sizeof(mp_limb_t));
  plan.workspace_bytes = saturating_mul(gmp_mul_scratch_limbs(limbs_a, limbs_b), sizeof(mp_limb_t));
  plan.predicted_seconds = 1e-9 * limb_product_ns * integer_product_units(limbs_a, limbs_b, shape.square);
  plan.reason = "GMP; serial";
  const bool too_long = limbs > longest_gmp_product;
  if (!too_long && std::min(limbs_a, limbs_b) < parent.transform_limbs) return plan;
  if (limbs > longest_limb_product) {
    plan.workspace_bytes = SIZE_MAX;
    return plan;
  }
  const LimbConvolutionPlan convolution =
      plan_limb_convolution(limbs_a, limbs_b, parent.threads, active_isa(), {parent.leaf_log});
  const double seconds =
      predict_integer_transforms(convolution.primes, convolution.shape.words(), limbs, shape.square, parent.threads);
  if (!too_long && seconds >= plan.predicted_seconds) return plan;
  plan.threads = parent.threads;
  plan.leaf_log = parent.leaf_log;
  plan.primes = convolution.primes;
  plan.transform_words = convolution.shape.words();
  plan.workspace_bytes = convolution.workspace_bytes();
  plan.table_bytes = transform_table_bytes(convolution.shape, convolution.primes);
  plan.predicted_seconds = seconds;
  plan.reason = too_long ? "longer than a call to GMP may be" : "at least poly.mul.integer_transform_limbs";
  return plan;
}

void set_kronecker_sizes(MulPlan& plan) {
  const KroneckerLimbs limbs(plan.shape, plan.slot_bits);
  MulPlan child = integer_plan(limbs.a, limbs.b, plan);
  // two packed operands, their product, and the scratch of the multiplication
  const std::size_t packed =
      saturating_mul(saturating_add(saturating_add(limbs.a, limbs.b), limbs.product), sizeof(mp_limb_t));
  plan.workspace_bytes = saturating_add(packed, child.workspace_bytes);
  plan.table_bytes = child.table_bytes;
  plan.children.clear();
  plan.children.push_back(std::move(child));
}

void require_fit(const MulPlan& plan, std::size_t memory_available) {
  if (!fits(plan, memory_available))
    throw MemoryLimit(saturating_add(plan_bytes(plan), plan.table_bytes), 0, memory_available);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
