// What plans of Taylor shifts and their execution share.
#pragma once

#include <cstddef>

#include <polyfork/poly/shift/taylor_shift.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The plan of one algorithm, whether it fits or not. Precondition: shape.length >= 1.
ShiftPlan shift_plan_of(ShiftAlgorithm algorithm, const ShiftShape& shape, int threads, const ShiftTuning& tuning);

/// Throws MemoryLimit when the plan needs more than is available.
/// The same, or where that does not fit, one that keeps no tables, for as many threads as then fit; if none does, the
/// first.
ShiftPlan fitted_shift_plan(ShiftAlgorithm algorithm, const ShiftShape& shape, int threads,
                            std::size_t memory_available, const ShiftTuning& tuning);
void require_fit(const ShiftPlan& plan, std::size_t memory_available);

/// Every algorithm, as far as it exists for the shape.
inline constexpr ShiftAlgorithm shift_algorithms[] = {ShiftAlgorithm::horner,        ShiftAlgorithm::tableau,
                                                      ShiftAlgorithm::tableau_bands, ShiftAlgorithm::tableau_halves,
                                                      ShiftAlgorithm::products,      ShiftAlgorithm::convolution};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
