// Choosing among candidate plans of products: cut-offs, then the rule of Z[x] and Z/pZ[x].
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct MulPreference {
  MulAlgorithm algorithm;
  const char* reason;
};

/// By cut-offs alone for short operands, by the predictions of those that come into question for long ones.
MulPreference preferred(const MulShape& s, const MulBudget& budget);

/// The plan of the preferred algorithm, whether it fits or not.
MulPlan preferred_plan(const MulShape& s, const MulBudget& budget);

/// Whether the preferred algorithm's plan is the chosen one, whatever the others are; overrule as in ranked_plans, and
/// no device comes into question. Most products are short, and all plans would take longer than they do.
bool is_chosen_alone(const MulPlan& preferred, bool overrule, Bytes memory) noexcept;

/// What plans over Z are compared by: predicted seconds, half as many again for a plan that takes more scratch than 64
/// MiB and three times what operands and result take. So working memory stays near that of other libraries, unless much
/// more of it makes much faster.
double weighted_seconds(const MulPlan& plan) noexcept;

/// The plans with the chosen one first, then those that fit by predicted time, then those that do not fit. Reasons are
/// filled in. overrule: a prediction may overrule the preferred algorithm (there is something to run in parallel). A
/// device's plan comes first where it is predicted to be faster than the processor's best, or wanted in any case.
std::vector<MulPlan> ranked_plans(std::vector<MulPlan> plans, const MulPreference& preference, bool overrule,
                                  const PlanBudget& budget);

/// Throws DomainError for an empty operand.
void check_shape(const MulShape& shape);
/// Throws DomainError for an algorithm that is only a part of others, or for another ring. modular: Z/pZ.
void check_polynomial_algorithm(MulAlgorithm algorithm, bool modular);

/// The plan of a product in Z[x], which may be for fewer threads where scratch for all does not fit. Pure: it depends
/// on its arguments and the processor alone. Throws MemoryLimit when nothing fits, DomainError for an empty operand.
MulPlan plan_mul(const MulShape& shape, const MulBudget& budget);
/// Every candidate's plan, the chosen one first.
std::vector<MulPlan> plan_mul_candidates(const MulShape& shape, const MulBudget& budget);
/// plan_mul without its last step: may be a plan that does not fit, when none does.
MulPlan chosen_plan(const MulShape& shape, const MulBudget& budget);

/// The plan of a product in Z/pZ[x]; bits_a and bits_b of the shape are the bit length of p - 1. Defined with the
/// residues.
MulPlan plan_mul_zp(const MulShape& shape, const MulBudget& budget);
/// Coefficients in Z/pZ of the longer operand from which a device is asked: launches take as long as a shorter product.
inline constexpr std::size_t least_device_length = std::size_t{1} << 14;
inline bool long_enough_for_devices_zp(const MulShape& s) noexcept {
  return std::max(s.length_a, s.length_b) >= least_device_length;
}
/// A device's plan for operands that none is asked for.
void refuse_as_too_short(MulPlan& plan) noexcept;
MulPlan chosen_plan_zp(const MulShape& shape, const MulBudget& budget);
std::vector<MulPlan> plan_mul_zp_candidates(const MulShape& shape, const MulBudget& budget);

/// Into how many pieces of that length an operand falls.
constexpr std::size_t pieces_of(std::size_t length, std::size_t piece) noexcept {
  return length / piece + (length % piece != 0 ? 1 : 0);
}
/// The length of equal pieces of at most `most`.
constexpr std::size_t even_piece(std::size_t length, std::size_t most) noexcept {
  return pieces_of(length, pieces_of(length, most));
}
/// plan(s, length, budget), a product by pieces of at most that length, for the longest that fit, else for short ones.
template <class Plan>
MulPlan longest_pieces(const MulShape& s, const MulBudget& budget, const Plan& plan) {
  constexpr std::size_t most_pieces = 1024;  // of the longer operand
  constexpr std::size_t least_length = 16;   // for shorter pieces the schoolbook is best in any case
  const std::size_t longer = std::max(s.length_a, s.length_b);
  MulPlan best = plan(s, pieces_of(longer, 2), budget);
  for (std::size_t pieces = 3; pieces <= most_pieces; pieces += pieces < 4 ? 1 : std::bit_floor(pieces) / 2) {
    if (best.fits(budget.memory) || longer / pieces < least_length) break;
    best = plan(s, pieces_of(longer, pieces), budget);
  }
  return best;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
