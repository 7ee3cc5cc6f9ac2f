// Whether a polynomial over Z divides another one.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True: f divides a over Q. False: it does not, or the quotient is much longer than usual. The quotient is computed
/// modulo primes; that f times the lifted quotient is a modulo their product, which is more than twice as large as both
/// can be, proves that they are equal. f is primitive and not constant. O(primes M(n)) word operations. Throws
/// Cancelled and MemoryLimit.
bool is_multiple_of(const PolyZ& a, const PolyZ& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
