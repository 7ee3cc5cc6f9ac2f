// What GMP allocates while it computes, its result included: bounds for the memory account.
//
// Measured with counting allocation functions on operands of 2^10 to 2^24 limbs, and rounded up: products 4.3 times
// their size (the transforms of a balanced product), quotients 5.7 and gcds 7.6 times the longer operand, digits to
// limbs 8.7 times the limbs, limbs to digits 7.2 times the limbs beside the text. tests/ring/gmp_memory_test.cpp
// measures again, so that a GMP that needs more is noticed.
#pragma once

#include <cstddef>

#include <gmp.h>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// GMP's own overhead on operands of a few limbs.
inline constexpr std::size_t gmp_small_bytes = 4096;

constexpr std::size_t gmp_bytes(std::size_t limbs, std::size_t factor) noexcept {
  return saturating_add(saturating_mul(limbs, factor * sizeof(mp_limb_t)), gmp_small_bytes);
}

/// A product of so many limbs, or a power.
constexpr std::size_t gmp_mul_bytes(std::size_t limbs) noexcept { return gmp_bytes(limbs, 5); }
/// Quotient and remainder of a dividend of so many limbs.
constexpr std::size_t gmp_div_bytes(std::size_t limbs) noexcept { return gmp_bytes(limbs, 7); }
/// The gcd of operands of at most so many limbs.
constexpr std::size_t gmp_gcd_bytes(std::size_t limbs) noexcept { return gmp_bytes(limbs, 9); }
/// Digits to an integer of so many limbs.
constexpr std::size_t gmp_from_text_bytes(std::size_t limbs) noexcept { return gmp_bytes(limbs, 10); }
/// An integer of so many limbs to digits in base ten or above: scratch and text (2.5 bytes per byte).
constexpr std::size_t gmp_to_text_bytes(std::size_t limbs) noexcept { return gmp_bytes(limbs, 11); }

/// Limbs of a number of so many decimal digits: log2(10) < 10/3.
constexpr std::size_t limbs_of_digits(std::size_t digits) noexcept { return digits / 192 * 10 + digits % 192 / 19 + 1; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
