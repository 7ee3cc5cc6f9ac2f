// q((1 + s) / 2), rounded, in fixed point: for many rows of few bits.
//
// The modular way (rounded_part.hpp) computes the exact coefficients, which have a bit for each row more than q, and
// rounds them afterwards: n rows take n / 50 convolutions of length 2 n. But with t = (1 + s) / 2 the sum of q_j t^j
// loses nothing in fixed point: powers of t have positive coefficients that add up to one, so an error stays as large
// as it is. So
//
//   sum_{j < 2 h} q_j t^j = sum_{j < h} q_j t^j + t^h sum_{j < h} q_{h + j} t^j
//
// can be rounded at every level: algorithm E of von zur Gathen and Gerhard (1997) with products of some hundred bits,
// log n levels of them. O(n log^2 n) operations on words for rows of fixed length, where the modular way takes O(n^2
// log n).
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether rounded_half takes less time than the convolution, for `rows` rows of at most `bits` bits. A pure function.
bool worth_fixed_point(std::size_t rows, std::size_t bits) noexcept;

/// Bytes that rounded_half works with on `threads` threads, and those of the result.
struct HalfBytes {
  std::size_t work;
  std::size_t result;
};
HalfBytes rounded_half_bytes(std::size_t rows, std::size_t bits, std::size_t threads) noexcept;

/// The coefficients of q((1 + s) / 2), or of q(-t) there where mirrored, each off by less than 0.7. `bits` is that of
/// the longest row of q, 0 where all are 0 or -1. Charges what it works with. Precondition: 2 <= q.rows() < 2^31, so
/// that the transforms have roots of unity.
FixedRows rounded_half(const FixedRows& q, std::size_t bits, bool mirrored, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
