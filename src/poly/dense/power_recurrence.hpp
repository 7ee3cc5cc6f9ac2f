// The recurrence for the coefficients of a power, whatever is faster; power_by_recurrence chooses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the multipliers of the recurrence for a^n are words. Precondition: a is not empty.
bool recurrence_reaches(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx);

/// a^n for n >= 1. Precondition: recurrence_reaches().
IntegerVector recurrent_power(const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx);

/// What the prediction of the recurrence depends on.
struct PowerShape {
  std::size_t terms = 0;       ///< of the base that are not zero
  std::size_t base_bits = 0;   ///< of its longest coefficient
  std::size_t length = 0;      ///< coefficients of the power
  std::size_t power_bits = 0;  ///< of the longest of them, at most
};

/// Seconds for the recurrence with coefficients of any length (long_power_recurrence.cpp).
double long_recurrence_seconds(const PowerShape& shape) noexcept;

/// a^n for n >= 1, a not a constant; nothing where its memory is refused. Precondition: a.size() (n + 1) is a word.
std::optional<IntegerVector> long_recurrent_power(const IntegerVector& a, std::uint64_t n, const PowerShape& shape,
                                                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
