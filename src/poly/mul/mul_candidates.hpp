// Choosing among candidate plans: the same rule for Z[x] and Z/pZ[x].
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "core/planning_threads.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The plans with the chosen one first, then those that fit by predicted time, then those that do not fit. Reasons are
/// filled in. overrule: a prediction may overrule the wanted algorithm (there is something to run in parallel).
std::vector<MulPlan> ranked_plans(std::vector<MulPlan> plans, MulAlgorithm wanted, const char* reason, bool overrule,
                                  std::size_t memory_available);

/// The algorithms for polynomials over Z.
inline constexpr std::array integer_algorithms = {MulAlgorithm::classical,
                                                  MulAlgorithm::karatsuba,
                                                  MulAlgorithm::plain_divide_and_conquer,
                                                  MulAlgorithm::toom_cook_4,
                                                  MulAlgorithm::toom_cook_8,
                                                  MulAlgorithm::kronecker,
                                                  MulAlgorithm::kronecker_two_point,
                                                  MulAlgorithm::multimodular,
                                                  MulAlgorithm::blocked,
                                                  MulAlgorithm::bivariate};

/// A threshold of the tuning as a size.
constexpr std::size_t at_least(std::int64_t value, std::size_t lowest) noexcept {
  return value < static_cast<std::int64_t>(lowest) ? lowest : static_cast<std::size_t>(value);
}

/// Throws DomainError for an empty operand.
void check_shape(const MulShape& shape);
/// Throws DomainError for an algorithm that is only a part of others, or for another ring. modular: Z/pZ.
void check_polynomial_algorithm(MulAlgorithm algorithm, bool modular);

MulPlan start_plan(MulAlgorithm algorithm, const MulShape& shape, int threads);
/// The schoolbook at the end of Karatsuba's recursion, with the number of its runs; sizes and time are left open.
MulPlan karatsuba_leaf(const MulPlan& plan, std::size_t bits_a, std::size_t bits_b);
/// The product of two natural numbers, for a parent with threads, transform_limbs and leaf_log: by GMP, or by
/// transforms where both have as many limbs and that is predicted to be faster, or where they are longer than any GMP
/// call may be.
MulPlan integer_plan(std::size_t limbs_a, std::size_t limbs_b, const MulPlan& parent);
/// Workspace and child of a product through one integer; slot_bits are set.
void set_kronecker_sizes(MulPlan& plan);

/// plan_mul without its last step: may be a plan that does not fit, when none does.
MulPlan chosen_plan(const MulShape& shape, int threads, std::size_t memory_available, const MulTuning& tuning);

/// Workspace and result, which an execution charges; saturates.
std::size_t plan_bytes(const MulPlan& plan) noexcept;
/// Whether these and the tables, which the plan cache charges, do not take more.
bool fits(const MulPlan& plan, std::size_t memory_available) noexcept;
/// Throws MemoryLimit when the plan needs more than is available.
void require_fit(const MulPlan& plan, std::size_t memory_available);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
