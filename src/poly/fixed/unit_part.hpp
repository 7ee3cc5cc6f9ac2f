// The halves of a cell, exactly, for polynomials of a few hundred bits.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bits of the coefficients of such a part and of all that comes up on the way to it.
std::size_t unit_part_bits(std::size_t rows, std::size_t bits, std::size_t levels) noexcept;

/// 2^(levels d) q((s + 1) / 2^levels), d = q.rows() - 1, or with s - 1 where negative, as a polynomial in s: exact, by
/// Pascal's triangle on digits in vectors, from rows to rows without a conversion between. `bits` is that of the
/// longest row. d^2 / 2 additions of bits + levels d bits.
FixedRows unit_part(const FixedRows& q, std::size_t bits, std::size_t levels, bool negative,
                    const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
