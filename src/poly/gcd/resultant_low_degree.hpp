// Resultants of polynomials of degree at most 3, as determinants.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// value = Res(a, b). False, with nothing done, where an operand has more than 4 coefficients or only one, or rows of
/// more than 64 limbs. Preconditions: operands normalised, not empty. At most 39 products of numbers.
bool resultant_low_degree(Integer& value, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
