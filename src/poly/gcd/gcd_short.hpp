// Gcds of short polynomials of words, without a plan and without allocations but for the result.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = gcd(a, b) with a positive leading coefficient, by one image modulo 2^61 - 1 that exact division proves. False,
/// with nothing done, where operands have more than 32 coefficients or some of 63 bits or more, but for 2 to 16 of at
/// most 126 bits in both, where the prime is not lucky or not long enough, and where another algorithm was asked for by
/// tuning. Preconditions: both have a leading coefficient that is not zero. O(n^2) word operations.
bool gcd_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
