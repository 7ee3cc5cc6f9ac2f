// The plans of gcds in Z/pZ[x]: Euclid's algorithm on words, and half-gcds (poly/residues/gcd_word.hpp).
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <polyfork/poly/residues/word_tuning.hpp>

#include "core/limits.hpp"
#include "poly/gcd/gcd_plan.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/residues/gcd_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

Bytes operands(const GcdShape& s) noexcept { return bytes_of<std::uint64_t>(Count(s.length_a) + s.length_b); }

}  // namespace

double euclid_products(const GcdShape& s) noexcept {
  const auto shorter = static_cast<double>(std::min(s.length_a, s.length_b));
  const auto longer = static_cast<double>(std::max(s.length_a, s.length_b));
  return shorter * shorter * 1.5 + (longer - shorter) * shorter;
}

void plan_gcd_euclid(GcdPlan& plan, const PlanBudget&) {
  plan.workspace = operands(plan.shape);
  plan.predicted_seconds = nanosecond * machine_costs().word_product * euclid_products(plan.shape);
  plan.reason = "the shorter operand is at most poly.zp.gcd_length long";
}

void plan_gcd_half_gcd(GcdPlan& plan, const PlanBudget& budget) {
  const GcdShape& s = plan.shape;
  const WordTuning tuning = with_euclid_of(s.bits_a, budget.section<WordTuning>());
  const std::size_t shorter = std::min(s.length_a, s.length_b);
  // About 2.5 products at each level of the recursion, twice over for the gcd's own halving.
  const MulPlan product =
      plan_mul_zp({shorter, shorter, s.bits_a, s.bits_a}, budget.on_processor().with_memory(Bytes::never));
  plan.workspace = operands(s) * 9 + product.workspace * 4;
  const double levels = std::log2(static_cast<double>(shorter) / static_cast<double>(at_least(tuning.gcd_length, 2)));
  plan.predicted_seconds = (5 * levels + 10) * product.predicted_seconds;
  plan.reason = "longer than poly.zp.gcd_length";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
