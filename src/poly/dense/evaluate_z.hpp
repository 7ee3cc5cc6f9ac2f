// Values of integer polynomials at integers and fractions.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// value = sum a_i p^i q^(n-1-i), n = a.size(): q^(n-1) times the value at p/q. Zero for the empty vector. q > 0. The
/// memory of `value`, which is neither p nor q, is reused.
void evaluate_homogeneous_into(Integer& value, const IntegerVector& a, IntegerView p, IntegerView q,
                               const ExecutionContext& ctx);

/// That sum.
inline Integer evaluate_homogeneous(const IntegerVector& a, IntegerView p, IntegerView q, const ExecutionContext& ctx) {
  Integer value;
  evaluate_homogeneous_into(value, a, p, q, ctx);
  return value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
