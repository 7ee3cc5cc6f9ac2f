// Taylor shifts of short polynomials of words, without a plan and without allocations but for the result.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = f(x + c) by Horner's scheme in words or pairs of words. False, with nothing done, where f has more than 64
/// coefficients or some of 63 bits or more, where c has more than a word, where a coefficient of the result may have
/// more than 126 bits, and where another algorithm was asked for by tuning. Precondition: f is not empty. n^2 / 2 word
/// operations.
bool shift_short(IntegerVector& out, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
