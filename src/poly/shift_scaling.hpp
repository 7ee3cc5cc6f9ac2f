// f(x) -> f(s x) and back, on coefficients.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork::inline v1::detail {

/// Coefficient i times s^i. O(n) products.
IntegerVector scaled_by_powers(const IntegerVector& f, const Integer& s, const ExecutionContext& ctx);
/// Coefficient i divided by s^i. Precondition: the divisions are exact, s is not zero.
IntegerVector unscaled_by_powers(const IntegerVector& f, const Integer& s, const ExecutionContext& ctx);

}  // namespace polyfork::inline v1::detail
