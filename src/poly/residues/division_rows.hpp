// Rows of schoolbook divisions modulo few bits, in vectors of words that are not reduced.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Words that kernels may read and write before an operand: zeros before b, anything before `left`.
constexpr std::size_t division_rows_margin = 8;

/// Takes q b from left[0, nq + lower), nq quotients, `lower` the degree of b: left[0, lower) becomes congruent to the
/// remainder, what stands above is anything. Preconditions: p below 2^32; b canonical, its lower coefficients at b[0,
/// lower), its leading one anywhere, since only its inverse with quotient `inverse_shoup` is read; `left` canonical;
/// (p - 1)^2 min(nq, lower + 1) + p below 2^64. Four quotients for each pass over a row, each product in a word.
using DivisionRows = void (*)(const WordModulus& p, std::uint64_t* left, const std::uint64_t* b, std::size_t lower,
                              std::uint64_t* quotient, std::size_t nq, std::uint64_t inverse,
                              std::uint64_t inverse_shoup) noexcept;

/// Null where scalar code serves best.
DivisionRows division_rows(Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
