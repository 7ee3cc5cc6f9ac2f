// Decimal texts of exact numbers: rounding, and what it takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// floor(x scale + 1/2): ties are rounded up.
Integer rounded(const Rational& x, const Integer& scale);
/// x scale rounded to the nearest integer, ties to even.
Integer round_half_even(const Rational& x, const Integer& scale);

/// The decimal text of scaled / 10^digits, with all `digits` places.
std::string decimal_text(const Integer& scaled, std::size_t digits);

/// The level of cells whose two ends hardly ever round differently.
std::int64_t decimal_level(const Integer& scale);

/// The memory that rounding takes besides the number of `number_bytes` bytes: the ends of its cell, their products with
/// the scale and with two, the text and GMP's scratch for both.
std::size_t rounding_bytes(std::size_t number_bytes, const Integer& scale);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
