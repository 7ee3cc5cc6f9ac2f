// The plan of each algorithm for products in Z[x]: its parameters, sizes and predicted time. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/poly/mul/multiplication.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Limb products of the schoolbook.
double limb_products(const MulShape& s) noexcept;

/// Slots, workspace, result and sub-products for the plan's shape: what follows from its algorithm and grain.
void set_sizes(MulPlan& plan);
/// Whether the plan's algorithm can be carried out for its shape, whatever the memory.
bool possible(const MulPlan& plan) noexcept;

MulPlan make_plan(MulAlgorithm algorithm, const MulShape& s, int threads, const MulTuning& tuning);
/// Those of all algorithms.
std::vector<MulPlan> make_plans(const MulShape& s, int threads, const MulTuning& tuning);
/// What the measured cut-offs name, and why.
MulAlgorithm preferred(const MulShape& s, int threads, const MulTuning& tuning, const char*& reason);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
