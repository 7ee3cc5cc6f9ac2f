// The part of a polynomial on a subinterval, rounded: q((a + s) / 2^w) as a polynomial in s.
//
// Exactly, 2^(w d) q((a + s) / 2^w), d the degree, has w d bits more than q, which a caller who rounds afterwards
// throws away again. Modulo primes they cost transforms only: coefficient j is multiplied by 2^(w (d - j)) on the way
// into the convolution (word_shift.hpp), so that the rows are converted as short as they are, and of the result only
// the digits that are kept are reconstructed. For rows of b bits that takes b / (b + w d) of both conversions, which
// are most of a shift.
//
// Halves of many rows of few bits are found in fixed point instead, without the w d bits (rounded_half.hpp).
#pragma once

#include <cstddef>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The coefficients of q((a + s) / 2^levels), 0 < |a| < 2^levels, each off by less than one; nothing where the exact
/// shift of the scaled rows by another algorithm is faster. Rows grow by log2(rows) bits at most. (rows) transforms
/// modulo (bits + levels rows) / 50 primes, and conversions of `bits` bits for each; or 2 log2(rows / 100) products of
/// halves of the rows modulo bits / 25 primes.
std::optional<FixedRows> rounded_part(const FixedRows& q, std::size_t levels, const Integer& a,
                                      const ExecutionContext& ctx);

struct TwoParts {
  FixedRows lower;
  FixedRows upper;
};

/// Those around -a / 2^levels and a / 2^levels, 0 < a < 2^levels, in about two thirds of the time that they take one by
/// one: they share the conversion, and the way forward of each convolution.
std::optional<TwoParts> rounded_parts(const FixedRows& q, std::size_t levels, const Integer& a,
                                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
