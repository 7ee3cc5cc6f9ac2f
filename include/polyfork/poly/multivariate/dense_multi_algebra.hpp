// Powers, exact division and gcds of dense polynomials in several variables over Z/pZ.
//
// Division and gcds run on the sparse form, whose algorithms take dense arrays where these are faster.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// a^k by squarings; 1 for k = 0. Throws DomainError when no array is as large, MemoryLimit, Cancelled.
POLYFORK_EXPORT DDMMP pow(const DDMMP& a, std::uint64_t k,
                          const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError for a negative exponent.
template <std::signed_integral I>
DDMMP pow(const DDMMP& a, I k, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return pow(a, detail::natural_number(k, "exponent"), ctx);
}

/// The exact quotient, or nothing when b does not divide a. Throws DomainError when b = 0 and for different variables,
/// ModulusMismatch for different fields.
POLYFORK_EXPORT std::optional<DDMMP> try_exact_div(const DDMMP& a, const DDMMP& b,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError when b does not divide a.
POLYFORK_EXPORT DDMMP exact_div(const DDMMP& a, const DDMMP& b,
                                const ExecutionContext& ctx = ExecutionContext::default_context());
/// Monic in the lexicographic order; zero when both are.
POLYFORK_EXPORT DDMMP gcd(const DDMMP& a, const DDMMP& b,
                          const ExecutionContext& ctx = ExecutionContext::default_context());

#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // src: the library itself uses the named functions
inline DDMMP operator/(const DDMMP& a, const DDMMP& b) { return exact_div(a, b); }
inline DDMMP& operator/=(DDMMP& a, const DDMMP& b) { return a = exact_div(a, b); }
/// By an element, and by the image of an integer; DomainError for zero.
inline DDMMP operator/(const DDMMP& a, DDMMP::element b) {
  return scale(a, a.ring().inverse(detail::operand(a.ring(), b)));
}
inline DDMMP& operator/=(DDMMP& a, DDMMP::element b) { return a = a / b; }
template <std::integral I>
DDMMP operator/(const DDMMP& a, I b) {
  return a / a.ring().from_integer(Integer(b));
}
template <std::integral I>
DDMMP& operator/=(DDMMP& a, I b) {
  return a = a / b;
}
#endif

}  // namespace v1
}  // namespace polyfork
