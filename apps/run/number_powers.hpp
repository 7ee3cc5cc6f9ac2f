// Numbers of options that are written with powers: 2^-128, 1/2^128, -3/2^10.
#pragma once

#include <cstddef>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork_app {

/// The largest power that is computed, in bits.
inline constexpr std::size_t most_power_bits = 1'000'000'000;

/// At least as many bits as the longest power of a text "p" or "p/q" has, where p and q are digits or powers b^e of
/// whole numbers b >= 0 with a whole exponent, which may have a sign. Nothing of that size is computed. Blanks may
/// stand about the strokes. Throws polyfork::ParseError for other texts and for zero to a negative power, MemoryLimit.
std::size_t longest_power(const std::string& text, const polyfork::ExecutionContext& ctx);

/// The number that such a text stands for; a sign before it belongs to the whole, -2^2 is -4. Throws
/// polyfork::ParseError, also for powers of more than most_power_bits bits and for a denominator that is zero.
/// O(M(bits) log bits) for the bits of the powers, charged to the context, which is polled between products.
polyfork::Rational parse_powers(const std::string& text, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
