// Taylor shifts of short polynomials, without a plan and without allocations but for the result.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = f(x + c) by Horner's scheme in words, pairs of words or, for up to 24 coefficients, rows on the stack. False,
/// with nothing done, where f has more than 64 coefficients, where c has more than a word, where a coefficient of the
/// result may have more than 126 bits and there are more than so few rows, and where another algorithm was asked for by
/// tuning. Preconditions: f is not empty, c not zero. n^2 / 2 operations on values of the result's length.
bool shift_short(IntegerVector& out, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
