// Predicted seconds of Taylor shifts; only used to compare candidates, never for results.
#pragma once

#include <polyfork/poly/taylor_shift.hpp>

namespace polyfork::inline v1::detail {

double predict_shift(const ShiftPlan& plan) noexcept;

}  // namespace polyfork::inline v1::detail
