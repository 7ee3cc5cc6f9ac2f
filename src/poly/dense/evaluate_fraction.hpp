// Values of integer polynomials at fractions.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a(x) in lowest terms; the memory of `out`, which may be x, is reused. O(n^2) word operations for short a, then
/// O(M(n (bits + bits of x)) log n).
void evaluate_fraction_into(Rational& out, const IntegerVector& a, const Rational& x, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
