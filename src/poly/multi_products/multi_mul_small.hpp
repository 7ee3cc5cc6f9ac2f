// Sums of short products of sparse polynomials over Z and Z/pZ without preparation (multi_mul_small.cpp).
#pragma once

#include <span>

#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = the sum of all f g when products are short and of small numbers, in the memory of `out`, which may be an
/// operand; else false, with nothing done. No f is longer than its g, none is empty, and there are factors.
template <Ring R>
bool sum_small(const R& ring, SparseTerms<R>& out, std::span<const TermFactors<R>> factors,
               const ExecutionContext& ctx);

/// out = a b, likewise, the longer one anywhere.
template <Ring R>
bool mul_small(const R& ring, SparseTerms<R>& out, const SparseTerms<R>& a, const SparseTerms<R>& b,
               const ExecutionContext& ctx) {
  const TermFactors<R> factors[] = {a.size() <= b.size() ? TermFactors<R>{&a, &b} : TermFactors<R>{&b, &a}};
  return sum_small<R>(ring, out, factors, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
