// How large the coefficients of f(x + c) can be.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The bit lengths of the coefficients.
std::vector<std::size_t> bit_lengths(const IntegerVector& f);
std::vector<std::size_t> bit_lengths(const IntegerRows& f);

/// An upper bound of the bit length of every coefficient of f(x + c), and of every intermediate value of Horner's
/// scheme for it: that of sum |a_j| (1 + |c|)^j. At most the bits of f plus n log2(1 + |c|), and far less where the
/// leading coefficients are the short ones; for short polynomials up to log2 n bits above that. O(n).
std::size_t shift_result_bits(const IntegerVector& f, IntegerView c);
std::size_t shift_result_bits(std::span<const std::size_t> lengths, IntegerView c);

/// Where the bases of the reconstruction change: the outer coefficients of a shift are shorter than the middle ones.
/// Segments of at least 256 coefficients, 16 at most.
std::vector<std::size_t> shift_segment_begins(std::size_t length);

/// Such bounds for segments of the result, [begins[s], begins[s + 1]) and the last up to the end: coefficient i is
/// bounded by the sum of |a_j| C(j, i) |c|^(j-i). At most log2 n bits above that. O(n segments) table look-ups.
std::vector<std::size_t> shift_segment_bits(const IntegerVector& f, IntegerView c, std::span<const std::size_t> begins,
                                            const ExecutionContext& ctx);
/// For |a_j| < 2^lengths[j], zero where that is 0.
std::vector<std::size_t> shift_segment_bits(std::span<const std::size_t> lengths, IntegerView c,
                                            std::span<const std::size_t> begins, const ExecutionContext& ctx);

/// log2(1 + |c|), rounded up.
double shift_growth(IntegerView c);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
