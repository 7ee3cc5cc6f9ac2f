// Schoolbook division modulo a word by blocks of columns that are summed in vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether the functions below serve for a divisor of nb coefficients and a quotient of nq: the modulus is below 2^50,
/// the instruction set has vectors, and both are long enough for them.
bool takes_blocks(const WordModulus& m, std::size_t nb, std::size_t nq) noexcept;

/// quotient = a div b, and the b.size() - 1 coefficients of the remainder in `rest`, which may stand where a does.
/// Preconditions: takes_blocks, a.size() >= b.size(), quotient of a.size() - b.size() + 1 words, canonical residues, p
/// prime, the last entry of b is not zero, no other overlap. O(nq nb) products, of which 8 nq by scalar code; scratch
/// memory of nq + 2 nb words.
void divide_by_blocks(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t* quotient,
                      std::uint64_t* rest, const WordModulus& m, const ExecutionContext& ctx);

/// out = 1 / f modulo x^out.size(), given 1 / f[0]. Preconditions: takes_blocks for f.size() and out.size(), residues
/// canonical, no overlap. As much as the quotient above.
void inverse_by_blocks(std::span<const std::uint64_t> f, std::uint64_t inverse, std::span<std::uint64_t> out,
                       const WordModulus& m, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
