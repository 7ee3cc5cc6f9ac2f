// Decimal texts of exact numbers: rounding, and what it takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/rational.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// floor(x scale + 1/2): ties are rounded up.
Integer rounded(const Rational& x, const Integer& scale);
/// What both ends of the cell, times the scale, are rounded to; nothing where they differ.
std::optional<Integer> rounded_cell(const DyadicCell& cell, const Integer& scale, const ExecutionContext& ctx);
/// x scale rounded to the nearest integer, ties to even.
Integer round_half_even(const Rational& x, const Integer& scale);

/// The decimal text of scaled / 10^digits, with all `digits` places.
std::string decimal_text(const Integer& scaled, std::size_t digits);

/// The text with so many significant digits, >= 1, correctly rounded, of the number in [lower, upper], which excludes
/// zero unless lower = upper; nothing where the two ends have different texts. Ties are rounded to even where lower =
/// upper. Numbers below 10^-5 and those that have more digits before the point are written with an exponent, 1.5e-40.
std::optional<std::string> significant_text(const Rational& lower, const Rational& upper, std::size_t digits,
                                            const ExecutionContext& ctx);
/// Throws DomainError for no digits, MemoryLimit for more than a number can have.
void require_significant(std::size_t digits);
/// Bits of an enclosure whose two ends hardly ever differ in so many significant digits.
std::int64_t significant_bits(std::size_t digits) noexcept;

/// The level of cells whose two ends hardly ever round differently.
std::int64_t decimal_level(const Integer& scale);

/// The memory that rounding takes besides the number of `number_bytes` bytes: the ends of its cell, their products with
/// the scale and with two, the text and GMP's scratch for both.
std::size_t rounding_bytes(std::size_t number_bytes, const Integer& scale);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
