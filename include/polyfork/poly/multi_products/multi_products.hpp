// Products of many sparse polynomials in several variables, and sums of products. The contracts are those of
// polynomials in one variable (composition.hpp, sparse_products.hpp), over any ring.
#pragma once

#include <concepts>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/detail/many_products.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// The product of all factors, balanced by their terms, the two halves of a node in parallel. 1, without variables, for
/// no factors, where the ring is known without one; else DomainError.
template <Ring R>
SparseMultiPoly<R> product(std::span<const SparseMultiPoly<R>> factors,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (!factors.empty()) return detail::balanced_product(factors, ctx);
  if constexpr (std::default_initializable<R>) return SparseMultiPoly<R>::constant(R{}, Variables(), R{}.one());
  throw DomainError("a product of no factors has no ring");
}

/// a[0] b[0] + a[1] b[1] + ..., summed in pairs, halves in parallel. Zero for none, where the ring is known without
/// one; else DomainError, as when there are not as many a as b.
template <Ring R>
SparseMultiPoly<R> dot(std::span<const SparseMultiPoly<R>> a, std::span<const SparseMultiPoly<R>> b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.size() != b.size()) throw DomainError("a sum of products needs as many left as right factors");
  if (!a.empty()) return detail::paired_dot(a, b, ctx);
  if constexpr (std::default_initializable<R>) return SparseMultiPoly<R>();
  throw DomainError("a sum of no products has no ring");
}

}  // namespace v1
}  // namespace polyfork
