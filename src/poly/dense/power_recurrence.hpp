// The recurrence for the coefficients of a power, whatever is faster; power_by_recurrence chooses.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the multipliers of the recurrence for a^n are words. Precondition: a is not empty.
bool recurrence_reaches(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx);

/// a^n for n >= 1. Precondition: recurrence_reaches().
IntegerVector recurrent_power(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
