// Euclid's algorithm modulo primes below 128 on at most 64 coefficients, eight to a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::uint64_t narrow_moduli = 128;  ///< the end of those whose sums of three products have 16 bits
// Coefficients of the shorter operand from which on vectors gain.
inline constexpr std::size_t least_narrow_gcd = 10;
inline constexpr std::size_t least_narrow_resultant = 8;

/// As short_gcd and short_resultant (short_euclid.hpp), modulo an odd prime below 128. Operands of at least two
/// coefficients.
std::size_t narrow_gcd(std::uint64_t* g, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       const WordModulus& m) noexcept;
std::uint64_t narrow_resultant(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                               const WordModulus& m) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
