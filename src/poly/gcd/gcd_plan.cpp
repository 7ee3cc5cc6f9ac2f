// The gcd dispatcher.
//
// Images are independent, but how many are needed shows only on the way. One that is computed in vain costs nothing
// while a core is idle and a whole image when none is, so that a guess must be worth it: images known to be needed
// first (the modulus must exceed the leading coefficient), then a moderate number, and none beyond the next one when
// images are so small that a fork costs as much.
#include <polyfork/poly/gcd/gcd_plan.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/residues/word_tuning.hpp>

#include "core/limits.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/residues/gcd_word.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

constexpr std::size_t prime_bits = 61;  // what each prime below 2^62 surely adds to the modulus
constexpr std::size_t most_threads = 16;

/// Word products of Euclid's algorithm on coprime operands.
double euclid_products(const GcdShape& s) noexcept {
  const auto shorter = static_cast<double>(std::min(s.length_a, s.length_b));
  const auto longer = static_cast<double>(std::max(s.length_a, s.length_b));
  return shorter * shorter * 1.5 + (longer - shorter) * shorter;
}

/// ... and of reducing all coefficients.
double image_products(const GcdShape& s) noexcept {
  return euclid_products(s) + static_cast<double>(s.length_a) * static_cast<double>(limbs_for_bits(s.bits_a)) +
         static_cast<double>(s.length_b) * static_cast<double>(limbs_for_bits(s.bits_b));
}

void check_operands(const GcdShape& s) {
  if (s.length_a == 0 || s.length_b == 0) throw DomainError("a gcd with zero has no plan");
}

/// Bits of a divisor's coefficients (Mignotte 1974), for the operand with the lower bound.
std::size_t divisor_bits(std::size_t length, std::size_t bits) noexcept {
  return saturating_add(length, saturating_add(bits, (static_cast<std::size_t>(std::bit_width(length)) + 1) / 2));
}

std::size_t images_for(std::size_t bits) noexcept { return saturating_add(bits, gcd_slack_bits) / prime_bits + 1; }

}  // namespace

std::string_view gcd_algorithm_name(GcdAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case GcdAlgorithm::images:
      return "images";
    case GcdAlgorithm::euclid:
      return "euclid";
    case GcdAlgorithm::halves:
      return "halves";
  }
  return "unknown";
}

std::size_t GcdPlan::next_batch(std::size_t images) const noexcept {
  if (images == 0) return 1;
  if (images < certain_images) return certain_images - images;
  return std::max({std::size_t{1}, images / 4, std::min(width, 1 + images / 2)});
}

GcdPlan plan_gcd(const GcdShape& s, const PlanBudget& budget) {
  check_operands(s);
  const auto tuning = budget.section<GcdTuning>();
  GcdPlan plan;
  plan.shape = s;
  const double products = image_products(s);
  const bool forked = products >= static_cast<double>(at_least(tuning.parallel_min_products, 1));
  plan.width =
      forked ? std::clamp<std::size_t>(static_cast<std::size_t>(std::max(budget.threads, 1)), 1, most_threads) : 1;
  // The leading coefficient must be shorter than the modulus by the slack, and no prime has more than 62 bits.
  plan.certain_images = saturating_add(s.lead_bits, gcd_slack_bits + 61) / 62;
  plan.most_images = images_for(
      saturating_add(s.lead_bits, std::min(divisor_bits(s.length_a, s.bits_a), divisor_bits(s.length_b, s.bits_b))));
  const std::size_t lengths = saturating_add(s.length_a, s.length_b);
  plan.workspace_bytes = saturating_mul(saturating_mul(plan.width, lengths), sizeof(std::uint64_t));
  plan.predicted_seconds =
      nanosecond * machine_costs().word_product * products * static_cast<double>(plan.certain_images);
  if (!forked)
    plan.reason = "images below poly.gcd.parallel_min_products: one after another";
  else
    plan.reason = plan.width == 1 ? "one thread: images one after another" : "images side by side";
  return plan;
}

GcdPlan plan_gcd_zp(const GcdShape& s, const PlanBudget& budget) {
  check_operands(s);
  const WordTuning tuning = with_euclid_of(s.bits_a, budget.section<WordTuning>());
  GcdPlan plan;
  plan.shape = s;
  const std::size_t lengths = saturating_add(s.length_a, s.length_b);
  const std::size_t shorter = std::min(s.length_a, s.length_b);
  plan.workspace_bytes = saturating_mul(lengths, sizeof(std::uint64_t));
  if (shorter <= at_least(tuning.gcd_length, 2)) {
    plan.algorithm = GcdAlgorithm::euclid;
    plan.predicted_seconds = nanosecond * machine_costs().word_product * euclid_products(s);
    plan.reason = "the shorter operand is at most poly.zp.gcd_length long";
    return plan;
  }
  plan.algorithm = GcdAlgorithm::halves;
  // About 2.5 products at each level of the recursion, twice over for the gcd's own halving.
  const MulPlan product =
      plan_mul_zp({shorter, shorter, s.bits_a, s.bits_a}, budget.on_processor().with_memory(Bytes::never));
  plan.workspace_bytes = saturating_add(saturating_mul(9, plan.workspace_bytes), (product.workspace * 4).value());
  const double levels = std::log2(static_cast<double>(shorter) / static_cast<double>(at_least(tuning.gcd_length, 2)));
  plan.predicted_seconds = (5 * levels + 10) * product.predicted_seconds;
  plan.reason = "longer than poly.zp.gcd_length";
  return plan;
}

PlanDescription GcdPlan::describe() const {
  PlanDescription d;
  d.algorithm = std::string(gcd_algorithm_name(algorithm));
  d.parameters.emplace_back("lengths", std::to_string(shape.length_a) + "," + std::to_string(shape.length_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "," + std::to_string(shape.bits_b));
  if (algorithm == GcdAlgorithm::images) {
    d.parameters.emplace_back("width", std::to_string(width));
    d.parameters.emplace_back("certain_images", std::to_string(certain_images));
    d.parameters.emplace_back("most_images", std::to_string(most_images));
  }
  d.workspace_bytes = workspace_bytes;
  d.predicted_seconds = predicted_seconds;
  d.reason = reason;
  return d;
}

}  // namespace v1
}  // namespace polyfork
