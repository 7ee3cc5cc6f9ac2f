// That a polynomial over Z has no repeated factor, by its images modulo primes.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True when one of the first primes shows that a is square-free over Q; false proves nothing. One gcd modulo a prime
/// of 50 bits, seldom two. Precondition: normalised, not empty.
bool proved_square_free(const IntegerVector& a, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
