// Sums and multiples of short polynomials: one pass over their rows, no plan, no task.
//
// The joined top limbs of the operands prove how long the result's rows are, and it is written where it stays.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a + b, or a - b, for at most eight words each, one of 64 bits, as many in all three, where `out` has rows of
/// two limbs. False, with nothing done, where that is not so, or the last sum is zero.
bool add_few_to_pairs(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                      const ExecutionContext& ctx);

/// out = a + b, or a - b, not normalised, for at most 64 words of at most 62 bits each, as many in all three, where
/// `out`, which may be an operand, has rows of one limb. False, with nothing done, where that is not so.
bool add_words_alike(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
                     const ExecutionContext& ctx);

/// out = a + b, or a - b, not normalised, for at most 64 rows each, as many in all three, of several limbs, as many in
/// both; `out`, which may be an operand, has rows as long as such sums take. False, with nothing done, where that is
/// not so.
bool add_alike(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx);

/// out = a + b, or a - b, not normalised; `out` may be an operand. False, with nothing done, where an operand is not
/// short or has rows without limbs.
bool add_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, bool subtract,
               const ExecutionContext& ctx);

/// out = factor a, likewise, if products have at most 64 limbs; the factor may be one of out.
bool scale_short(IntegerVector& out, const IntegerVector& a, IntegerView factor, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
