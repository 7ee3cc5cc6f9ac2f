// Resultants of short integer polynomials, on the stack.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How many primes prove the resultant of operands of 2 to 64 coefficients and the cofactors s, t of s a + t b = Res(a,
/// b), whose coefficients are minors of the same matrix; 0 where resultant_short is not for them.
std::size_t short_resultant_images(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

/// value = Res(a, b) for 2 to 64 coefficients each. False, with nothing done, where there are more, where more images
/// are needed than a stack has room for or threads could share them, where one of the first primes divides a leading
/// coefficient, or where cut-offs were asked for by tuning. Preconditions: operands normalised, not empty.
bool resultant_short(Integer& value, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
