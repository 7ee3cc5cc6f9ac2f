// Euclid's algorithm modulo odd word primes on at most 64 coefficients: gcds and resultants on the stack.
//
// A call on so few words is all overhead where it makes a table, a frame and an inverse. Here sums of products are
// reduced by Montgomery's method, whose only constant is -1/p modulo a word, and an inverse is computed where a result
// needs one, by shifts and differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

constexpr std::size_t most_short_residues = 64;

/// Whether operands of this length are for the functions below: short, modulo an odd prime, no cut-offs asked for. Rows
/// in vectors are faster from some hundred coefficients on.
bool prefers_short_euclid(std::size_t longer, std::uint64_t modulus, const ExecutionContext& ctx);

/// The inverse of a, which is not zero, modulo an odd prime. O(log p) shifts and differences.
std::uint64_t short_inverse(const WordModulus& m, std::uint64_t a) noexcept;

/// g = the monic gcd; returns its length, 0 where both operands are zero. Operands normalised, of at most
/// most_short_residues canonical residues modulo an odd prime; g has room for the longer one. Three products and one
/// reduction for each coefficient of each remainder.
std::size_t short_gcd(std::uint64_t* g, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                      const WordModulus& m) noexcept;

/// The resultant of such operands, which are not empty.
std::uint64_t short_resultant(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                              const WordModulus& m) noexcept;

/// The resultant r of such operands of at least two coefficients each, a not shorter than b, with s a + t b = r: s has
/// b.size() - 1 words and t a.size() - 1. Where r is zero, nothing is written.
std::uint64_t short_bezout(std::uint64_t* s, std::uint64_t* t, std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b, const WordModulus& m) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
