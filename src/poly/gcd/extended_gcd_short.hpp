// Bezout cofactors of short coprime integer polynomials.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// s a + t b = r with r = Res(a, b) up to sign, not zero, deg s < deg b, deg t < deg a: as many images as prove the
/// coefficients, which are minors of Sylvester's matrix. False, with nothing done, where the operands have a common
/// factor modulo the first prime, more than 16 coefficients or one only, or where resultant_short would say so.
bool bezout_short(IntegerVector& s, IntegerVector& t, Integer& r, const IntegerVector& a, const IntegerVector& b,
                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
