// Division with remainder of few coefficients by a divisor of words whose leading coefficient is 1 or -1.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Quotient and remainder, which may be operands but not one vector; false, with nothing done, where operands are
/// longer than 16 coefficients, coefficients of b longer than a word, values may not stay below 2^254, words would do
/// (division_short.hpp) or somebody tunes. The coefficients of the quotient may grow by those of b with every step.
/// Preconditions: a and b are normalised, a.size() >= b.size() >= 1.
bool div_rem_by_unit_lead(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                          const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
