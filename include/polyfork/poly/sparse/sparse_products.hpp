// Products of sparse univariate polynomials beyond a b: of many factors, parts of products, sums of products, products
// by factors whose transforms are kept. The contracts are those of dense polynomials (composition.hpp,
// partial_products.hpp, integer_products.hpp), over any ring.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/detail/many_products.hpp>
#include <polyfork/poly/dense/integer_products.hpp>
#include <polyfork/poly/dense/vectors_of_polynomials.hpp>
#include <polyfork/poly/residues/partial_products.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail::sup {

/// The terms x^e with begin <= e < end, divided by x^begin.
template <Ring R>
SparsePoly<R> terms_between(const SparsePoly<R>& a, std::uint64_t begin, std::uint64_t end,
                            const ExecutionContext& ctx) {
  SparseListBuilder<R> out(a.ring(), ctx);
  for (std::size_t i = 0; i < a.term_count() && a.packed_terms().exponents[i] >= begin; ++i)
    if (a.packed_terms().exponents[i] < end) out.push_back(a.packed_terms().exponents[i] - begin, a.packed_terms()[i]);
  return SparsePoly<R>::make(out.finish(), a);
}

}  // namespace detail::sup

/// The product of all factors, balanced by their terms, the two halves of a node in parallel. 1 for no factors, where
/// the ring is known without one; else DomainError.
template <Ring R>
SparsePoly<R> product(std::span<const SparsePoly<R>> factors,
                      const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (!factors.empty()) return detail::balanced_product(factors, ctx);
  if constexpr (std::default_initializable<R>) return SparsePoly<R>::constant(R{}, R{}.one());
  throw DomainError("a product of no factors has no ring");
}

/// a b modulo x^n; only the terms below x^n are multiplied.
template <Ring R>
SparsePoly<R> mullow(const SparsePoly<R>& a, const SparsePoly<R>& b, std::uint64_t n,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const SparsePoly<R>& named = SparsePoly<R>::check(a, b);
  const SparsePoly<R> low_a = detail::sup::terms_between(a, 0, n, ctx);
  const SparsePoly<R> low_b = detail::sup::terms_between(b, 0, n, ctx);
  return detail::sup::terms_between(mul(low_a, low_b, ctx), 0, n, ctx).with_variable(named.variable());
}
/// a b without its terms below x^n, divided by x^n.
template <Ring R>
SparsePoly<R> mulhigh(const SparsePoly<R>& a, const SparsePoly<R>& b, std::uint64_t n,
                      const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return shift_right(mul(a, b, ctx), n, ctx);
}
/// The terms of a b from x^begin up to, without, x^end, divided by x^begin. Zero when end <= begin.
template <Ring R>
SparsePoly<R> mulmid(const SparsePoly<R>& a, const SparsePoly<R>& b, std::uint64_t begin, std::uint64_t end,
                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return shift_right(mullow(a, b, end, ctx), begin, ctx);
}

/// a[0] b[0] + a[1] b[1] + ...: over Z, where coefficients are words, and over Z/pZ products of few terms are added up
/// at once, by one merge of all their rows; else sums are made in pairs, halves in parallel. Zero for none, where the
/// ring is known without one; else DomainError, as when there are not as many a as b.
template <Ring R>
SparsePoly<R> dot(std::span<const SparsePoly<R>> a, std::span<const SparsePoly<R>> b,
                  const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.size() != b.size()) throw DomainError("a sum of products needs as many left as right factors");
  if (!a.empty()) {
    const SparsePoly<R>* named = nullptr;  // of a product that is not zero
    std::vector<detail::sup::ListFactors<R>> factors;
    factors.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      const SparsePoly<R>& product = SparsePoly<R>::check(a[i], b[i]);
      detail::require_equal_rings(a[0].ring(), product.ring());
      if (!a[i].is_zero() && !b[i].is_zero())
        named = named == nullptr ? &product : &SparsePoly<R>::check(*named, product);
      factors.push_back({&a[i].packed_terms(), &b[i].packed_terms()});
    }
    if (named == nullptr) named = &SparsePoly<R>::check(a[0], b[0]);
    return SparsePoly<R>::make(detail::sup::sparse_dot<R>(named->ring(), factors, ctx), *named);
  }
  if constexpr (std::default_initializable<R>) return SparsePoly<R>();
  throw DomainError("a sum of no products has no ring");
}

/// a times a dense factor that was prepared, in dense form: DomainError when it was not prepared for a's length.
POLYFORK_EXPORT SparsePoly<PrimeField> mul(const SparsePoly<PrimeField>& a, const PreparedFactor& b,
                                           const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<Integers> mul(const SparsePoly<Integers>& a, const PreparedIntegerFactor& b,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
