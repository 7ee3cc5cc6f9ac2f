// Cut-offs of products in Z[x]: short operands go by thresholds, long ones by predictions.
#include "poly/mul/mul_candidates.hpp"

#include <algorithm>

#include <polyfork/core/cpu.hpp>

#include "poly/mul/kernels/exact_columns.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_method.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "ring/limb_products.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// Scratch that a plan may take for nothing, and as a multiple of the operands and the result.
constexpr std::size_t free_scratch = std::size_t{64} << 20;
constexpr double free_scratch_ratio = 3;
constexpr double scratch_factor = 1.5;  // by which a plan with more has to be faster

/// The length of equal operands that are as much work for each coefficient of the product: the harmonic mean.
std::int64_t even_length(const MulShape& s) noexcept {
  const auto a = static_cast<double>(s.length_a);
  const auto b = static_cast<double>(s.length_b);
  return static_cast<std::int64_t>(std::min(2 * a * b / (a + b), 1e18));
}

/// Whether transforms of limbs are worth considering.
bool bivariate_likely(const MulShape& s, const MulTuning& tuning) noexcept {
  const auto limbs = static_cast<double>(std::min(s.length_a, s.length_b)) *
                     static_cast<double>(limbs_for_bits(std::min(s.bits_a, s.bits_b)));
  return std::max(s.bits_a, s.bits_b) > 64 && limbs >= static_cast<double>(tuning.bivariate_limbs);
}

/// The best of the plans that it has seen.
class Comparison {
 public:
  Comparison(const MulShape& s, const MulBudget& budget) : s_(s), budget_(budget) {}

  void consider(MulAlgorithm algorithm, const char* reason) {
    const MulMethod& method = mul_method(algorithm);
    if (!method.reaches(s_)) return;
    const MulPlan plan = method.plan(s_, budget_);
    const double weighted = weighted_seconds(plan);
    if (first_ || plan.predicted_seconds < least_seconds_) least_seconds_ = plan.predicted_seconds;
    if (first_ || weighted < weighted_) {
      best_ = {algorithm, reason};
      weighted_ = weighted;
      seconds_ = plan.predicted_seconds;
    }
    first_ = false;
  }

  MulPreference best() const noexcept {
    if (seconds_ <= least_seconds_) return best_;
    return {best_.algorithm, "predicted to be the fastest of those that take little scratch"};
  }

 private:
  const MulShape& s_;
  const MulBudget& budget_;
  bool first_ = true;
  MulPreference best_{};
  double weighted_ = 0;
  double seconds_ = 0;
  double least_seconds_ = 0;
};

}  // namespace

double weighted_seconds(const MulPlan& plan) noexcept {
  if (plan.workspace <= free_scratch) return plan.predicted_seconds;
  const MulShape& s = plan.shape;
  const auto bytes = [](std::size_t length, std::size_t bits) {
    return static_cast<double>(length) * static_cast<double>(limbs_for_bits(bits) * sizeof(mp_limb_t));
  };
  const double own = bytes(s.length_a, s.bits_a) + (s.square ? 0 : bytes(s.length_b, s.bits_b)) +
                     bytes(product_length(s), product_bits(s));
  const bool much = static_cast<double>(plan.workspace.value()) > free_scratch_ratio * own;
  return plan.predicted_seconds * (much ? scratch_factor : 1.0);
}

/// one_limb_length for these coefficients: several times as many where columns are summed in vectors; fewer where
/// transforms have 52-bit multiply-adds.
std::int64_t one_limb_length(const MulShape& s, const MulTuning& t) noexcept {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever a file says
  const std::int64_t length = std::min(t.one_limb_length, most);
  if (!in_exact_columns(s)) return length;
  const bool whole = s.bits_a + s.bits_b <= ExactColumns::whole_bits;
  if (active_isa() >= Isa::ifma) return length * (whole ? 8 : 5) / 2;
  return length * (whole ? 5 : 9) / 2;
}

/// karatsuba_max_total_bits: twice as many where products of limbs have two chains of carries and transforms have no
/// 52-bit multiply-adds, as measured on Zen 3.
std::int64_t karatsuba_total_bits(const MulTuning& t) noexcept {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever a file says
  const bool twice = limb_kernels != nullptr && active_isa() >= Isa::avx2 && active_isa() < Isa::ifma;
  return std::min(t.karatsuba_max_total_bits, most) * (twice ? 2 : 1);
}

MulPreference preferred(const MulShape& s, const MulBudget& budget) {
  const MulTuning& t = budget.thresholds;
  const std::int64_t length = even_length(s);
  const auto bits = static_cast<std::int64_t>(std::min(s.bits_a, s.bits_b));
  const auto longest = static_cast<std::int64_t>(std::max(s.bits_a, s.bits_b));
  const bool one_limb = longest <= 64;
  if (one_limb && length <= one_limb_length(s, t))
    return {MulAlgorithm::classical, "one-limb coefficients, at most poly.mul.one_limb_length of them"};
  if (is_short_product(s, t)) return {MulAlgorithm::classical, "so short that it is made at once, on the stack"};
  if (is_product_of_digits(s, t))
    return {MulAlgorithm::classical, "so short that sums of digits are faster: poly.mul.most_digit_products"};
  const bool small = length <= karatsuba_total_bits(t) / std::max<std::int64_t>(1, bits);
  if (small && length <= (bits <= t.classical_max_bits ? t.classical_length : t.karatsuba_base)) {
    if (s.square || longest > t.plain_max_bits || one_limb)
      return {MulAlgorithm::classical, "short: poly.mul.classical_length up to _max_bits, karatsuba_base above"};
    return {MulAlgorithm::plain_divide_and_conquer,
            "short, no square, coefficients of at most poly.mul.plain_max_bits"};
  }
  if (small && length <= t.karatsuba_max_length && bits >= t.karatsuba_min_bits)
    return {MulAlgorithm::karatsuba,
            "few long coefficients: poly.mul.karatsuba_max_length, _min_bits and _max_total_bits"};
  Comparison plans(s, budget);
  plans.consider(MulAlgorithm::kronecker, "long: one product of packed integers");
  // Very few coefficients, or such of very different length, for which slots and residues are a waste.
  if (length <= t.karatsuba_base || longest / 4 > bits)
    plans.consider(MulAlgorithm::classical, "predicted to be faster one by one");
  const std::size_t packed = kronecker_limbs(std::min(s.length_a, s.length_b), kronecker_slot_bits(s));
  if (length >= t.two_point_length && packed <= at_least(t.two_point_max_limbs, 0))
    plans.consider(MulAlgorithm::kronecker_two_point,
                   "at most poly.mul.two_point_max_limbs, and two half products predicted to be faster than one");
  if (length >= t.multimodular_length)
    plans.consider(MulAlgorithm::multimodular,
                   "at least poly.mul.multimodular_length, and predicted to be faster than one integer product");
  if (length >= t.multimodular_length && bits >= t.blocked_min_bits)
    plans.consider(MulAlgorithm::blocked,
                   "coefficients of at least poly.mul.blocked_min_bits, and predicted to be the fastest");
  if (length >= t.toom_cook_length)
    for (const MulAlgorithm algorithm : {MulAlgorithm::toom_cook_4, MulAlgorithm::toom_cook_8})
      plans.consider(algorithm, "at least poly.mul.toom_cook_length, and predicted to be the fastest");
  if (bivariate_likely(s, t))
    plans.consider(MulAlgorithm::bivariate,
                   "at least poly.mul.bivariate_limbs, and predicted to be faster than many primes");
  return plans.best();
}

MulPlan preferred_plan(const MulShape& s, const MulBudget& budget) {
  const MulPreference preference = preferred(s, budget);
  MulPlan plan = plan_by(preference.algorithm, s, budget);
  plan.reason = preference.reason;
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
