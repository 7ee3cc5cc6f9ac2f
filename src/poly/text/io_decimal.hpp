// Decimal digits to limbs and back, without allocation per number.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/ring/integer.hpp>

#include "poly/text/io_text.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Limbs that any number of this many decimal digits fits; at most one more than it needs.
constexpr std::size_t limbs_for_digits(std::uint64_t digits) noexcept {
  // log2(10) = 3.32192809... <= 108853/2^15 = 3.3219299...
  const std::uint64_t bits = ((digits * 108853) >> 15) + 1;
  return digits == 0 ? 0 : static_cast<std::size_t>((bits + 63) / 64);
}
/// Decimal digits of any number of this many bits; at most one more than it has, up to 2^27 bits.
constexpr std::size_t digits_for_bits(std::uint64_t bits) noexcept {
  // log10(2) = 0.3010299957...
  return static_cast<std::size_t>(bits * 30103 / 100000 + 1);
}

/// Writes the number into limbs (room for limbs_for_digits(length)) and returns its size. The digits have been
/// checked; the first is not '0'. Quadratic in pieces of 19 digits, GMP's subquadratic conversion from some
/// hundred digits on.
std::size_t decimal_to_limbs(mp_limb_t* limbs, const char* digits, std::size_t length);
/// Writes |value| in decimal and returns the end. Room: digits_for_bits(bit length) + 1 characters.
char* limbs_to_decimal(char* out, IntegerView value);

/// The token's number with its sign.
Integer token_to_integer(std::string_view text, Token token);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
