// Products of many sparse polynomials in several variables, and sums of products. The contracts are those of
// polynomials in one variable (composition.hpp, sparse_products.hpp), over any ring.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/detail/many_products.hpp>
#include <polyfork/poly/dense/vectors_of_polynomials.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

/// Nothing where no product is left or a factor has other variables than the first: constants, and what cannot be
/// combined.
template <Ring R>
std::optional<SparseMultiPoly<R>> joint_dot(std::span<const SparseMultiPoly<R>> a,
                                            std::span<const SparseMultiPoly<R>> b, const ExecutionContext& ctx) {
  std::vector<TermFactors<R>> factors;
  factors.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const SparseMultiPoly<R>* const p : {&a[i], &b[i]})
      if (!(p->ring() == a[0].ring() && p->variables() == a[0].variables())) return std::nullopt;
    if (!a[i].is_zero() && !b[i].is_zero()) factors.push_back({&a[i].packed_terms(), &b[i].packed_terms()});
  }
  if (factors.empty()) return std::nullopt;
  return SparseMultiPoly<R>::make(a[0].ring(), a[0].variables(), dot_terms(a[0].ring(), factors, ctx));
}

}  // namespace detail

/// The product of all factors, balanced by their terms, the two halves of a node in parallel. 1, without variables, for
/// no factors, where the ring is known without one; else DomainError.
template <Ring R>
SparseMultiPoly<R> product(std::span<const SparseMultiPoly<R>> factors,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (!factors.empty()) return detail::balanced_product(factors, ctx);
  if constexpr (std::default_initializable<R>) return SparseMultiPoly<R>::constant(R{}, Variables(), R{}.one());
  throw DomainError("a product of no factors has no ring");
}

/// a[0] b[0] + a[1] b[1] + ...: over Z, Q and Z/pZ products of few terms and short numbers are added up at once, in the
/// box of their exponents or by one merge of all their rows; else sums are made in pairs, halves in parallel. Zero for
/// none, where the ring is known without one; else DomainError, as when there are not as many a as b.
template <Ring R>
SparseMultiPoly<R> dot(std::span<const SparseMultiPoly<R>> a, std::span<const SparseMultiPoly<R>> b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.size() != b.size()) throw DomainError("a sum of products needs as many left as right factors");
  if constexpr (detail::has_flat_vector<R>)
    if (auto sum = detail::joint_dot(a, b, ctx)) return *std::move(sum);
  if (!a.empty()) return detail::paired_dot(a, b, ctx);
  if constexpr (std::default_initializable<R>) return SparseMultiPoly<R>();
  throw DomainError("a sum of no products has no ring");
}

}  // namespace v1
}  // namespace polyfork
