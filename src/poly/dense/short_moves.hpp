// Operations on short polynomials that write each coefficient from one: opposites, derivatives, products and quotients
// by powers of x. One pass over rows that are alike, no plan, no task.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = -a, for at most 128 coefficients in rows of at most 64 limbs; `out` may be a. False, with nothing done, where
/// that is not so.
bool neg_short(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx);

/// out = the derivative of a, likewise, for at least two coefficients. A last coefficient that is not zero stays so.
bool derivative_short(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx);

/// out = x^k a, likewise, for at most 128 coefficients in all; `out` is not a.
bool shift_left_short(IntegerVector& out, const IntegerVector& a, std::size_t k, const ExecutionContext& ctx);

/// out = the quotient of a by x^k, likewise, k < a.size(); `out` may be a.
bool shift_right_short(IntegerVector& out, const IntegerVector& a, std::size_t k, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
