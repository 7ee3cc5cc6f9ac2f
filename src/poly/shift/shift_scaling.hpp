// f(x) -> f(s x) and back, and f(x + p/q), on integer coefficients.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficient i times s^i. O(n) products.
IntegerVector scaled_by_powers(const IntegerVector& f, const Integer& s, const ExecutionContext& ctx);
/// Coefficient i divided by s^i. Precondition: the divisions are exact, s is not zero.
IntegerVector unscaled_by_powers(const IntegerVector& f, const Integer& s, const ExecutionContext& ctx);

/// q^n f(x + p/q), n = f.size() - 1: integer coefficients. Precondition: f is not empty.
IntegerVector shifted_by_rational(const IntegerVector& f, const Rational& c, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
