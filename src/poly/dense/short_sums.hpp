// Sums and multiples of short polynomials whose coefficients are words: one pass over two arrays, no plan, no task.
//
// The result has one limb for each coefficient, which the joined bits of the operands prove, and is written where it
// stays. Everything else goes the general way.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a + b, or a - b, not normalised; `out` may be an operand. False, with nothing done, where an operand is not
/// short or a sum may exceed a word.
bool add_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx);

/// out = factor a, likewise; the factor may be one of out.
bool scale_short(IntegerVector& out, const IntegerVector& a, IntegerView factor, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
