// The plan of a gcd in Z[x] by images: how many are computed side by side.
//
// Images are independent, but how many are needed shows only on the way. One that is computed in vain costs nothing
// while a core is idle and a whole image when none is, so that a guess must be worth it: images known to be needed
// first (the modulus must exceed the leading coefficient), then a moderate number, and none beyond the next one when
// images are so small that a fork costs as much.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/limits.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/gcd/gcd_plan.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t prime_bits = 61;  // what each prime below 2^62 surely adds to the modulus
constexpr std::size_t most_threads = 16;

/// Word products of Euclid's algorithm and of reducing all coefficients.
double image_products(const GcdShape& s) noexcept {
  return euclid_products(s) + static_cast<double>(s.length_a) * static_cast<double>(limbs_for_bits(s.bits_a)) +
         static_cast<double>(s.length_b) * static_cast<double>(limbs_for_bits(s.bits_b));
}

/// Bits of a divisor's coefficients (Mignotte 1974), for the operand with the lower bound.
std::size_t divisor_bits(std::size_t length, std::size_t bits) noexcept {
  return saturating_add(length, saturating_add(bits, (static_cast<std::size_t>(std::bit_width(length)) + 1) / 2));
}

std::size_t images_for(std::size_t bits) noexcept { return saturating_add(bits, gcd_slack_bits) / prime_bits + 1; }

}  // namespace

std::size_t GcdImages::next_batch(std::size_t images) const noexcept {
  if (images == 0) return 1;
  if (images < certain) return certain - images;
  return std::max({std::size_t{1}, images / 4, std::min(width, 1 + images / 2)});
}

void plan_gcd_modular(GcdPlan& plan, const PlanBudget& budget) {
  const GcdShape& s = plan.shape;
  const auto tuning = budget.section<GcdTuning>();
  const double products = image_products(s);
  const bool forked = products >= static_cast<double>(at_least(tuning.parallel_min_products, 1));
  GcdImages images;
  if (forked) images.width = std::min(static_cast<std::size_t>(std::max(budget.threads, 1)), most_threads);
  plan.threads = static_cast<int>(images.width);
  // The leading coefficient must be shorter than the modulus by the slack, and no prime has more than 62 bits.
  images.certain = saturating_add(s.lead_bits, gcd_slack_bits + 61) / 62;
  images.most = images_for(
      saturating_add(s.lead_bits, std::min(divisor_bits(s.length_a, s.bits_a), divisor_bits(s.length_b, s.bits_b))));
  plan.workspace = bytes_of<std::uint64_t>((Count(s.length_a) + s.length_b) * images.width);
  plan.predicted_seconds = nanosecond * machine_costs().word_product * products * static_cast<double>(images.certain);
  if (!forked)
    plan.reason = "images below poly.gcd.parallel_min_products: one after another";
  else
    plan.reason = images.width == 1 ? "one thread: images one after another" : "images side by side";
  plan.parameters = images;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
