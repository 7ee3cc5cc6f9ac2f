// Bounds on settings, and sizes that saturate instead of wrapping.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// More threads than this are refused: runtimes allocate per thread up front, and libgomp ends the process when the
/// system has no more threads to give.
inline constexpr int max_threads = 1024;

/// A threshold of a tuning as a size.
constexpr std::size_t at_least(std::int64_t value, std::size_t lowest) noexcept {
  return value < static_cast<std::int64_t>(lowest) ? lowest : static_cast<std::size_t>(value);
}

/// a + b and a b, or SIZE_MAX where they do not fit: sizes that no memory limit admits.
constexpr std::size_t saturating_add(std::size_t a, std::size_t b) noexcept {
  std::size_t r = 0;
  return __builtin_add_overflow(a, b, &r) ? SIZE_MAX : r;
}
constexpr std::size_t saturating_mul(std::size_t a, std::size_t b) noexcept {
  std::size_t r = 0;
  return __builtin_mul_overflow(a, b, &r) ? SIZE_MAX : r;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
