// Powers, products of many factors, composition.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/dense/vectors_of_polynomials.hpp>

namespace polyfork {
inline namespace v1 {

/// a^exponent; a^0 = 1 (also for a = 0). By binary powering, or over Z and Q, for few terms, by the recurrence between
/// the power's coefficients. Throws DomainError when the length would overflow.
template <Ring R>
DensePoly<R> pow(const DensePoly<R>& a, std::uint64_t exponent,
                 const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError for a negative exponent.
template <Ring R, std::signed_integral I>
DensePoly<R> pow(const DensePoly<R>& a, I exponent, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return pow(a, detail::natural_number(exponent, "exponent"), ctx);
}

/// out = a^exponent, into the memory that `out` has; `out` may be a. Short powers over Z, and over Z/pZ those of other
/// polynomials, allocate nothing where that is enough.
template <Ring R>
void pow_into(DensePoly<R>& out, const DensePoly<R>& a, std::uint64_t exponent,
              const ExecutionContext& ctx = ExecutionContext::default_context());
/// Throws DomainError for a negative exponent.
template <Ring R, std::signed_integral I>
void pow_into(DensePoly<R>& out, const DensePoly<R>& a, I exponent,
              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  pow_into(out, a, detail::natural_number(exponent, "exponent"), ctx);
}

/// The product of all factors, balanced by their lengths: O(M(n) log k) for k factors of n coefficients together, the
/// two halves of a node in parallel. 1 for no factors, where the ring is known without one; else DomainError.
template <Ring R>
DensePoly<R> product(std::span<const DensePoly<R>> factors,
                     const ExecutionContext& ctx = ExecutionContext::default_context());

/// a(b(x)): divide and conquer over the coefficients of a, O(M(deg a deg b) log(deg a)) operations; the two halves and
/// the two products of a node run in parallel.
template <Ring R>
DensePoly<R> compose(const DensePoly<R>& a, const DensePoly<R>& b,
                     const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/dense/detail/composition.inl>
