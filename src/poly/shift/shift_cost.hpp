// Predicted seconds of Taylor shifts; only used to compare candidates, never for results.
#pragma once

#include <polyfork/poly/shift/taylor_shift.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

double predict_shift(const ShiftPlan& plan) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
