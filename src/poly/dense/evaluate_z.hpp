// Values of integer polynomials at integers and fractions.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// sum a_i p^i q^(n-1-i), n = a.size(): q^(n-1) times the value at p/q. Zero for the empty vector. q != 0.
Integer evaluate_homogeneous(const IntegerVector& a, IntegerView p, IntegerView q, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
