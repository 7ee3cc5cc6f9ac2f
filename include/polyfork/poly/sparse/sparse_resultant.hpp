// Resultants, discriminants and chains of subresultants of sparse univariate polynomials.
//
// Powers of x and the common step of the exponents come out first, by
//   Res(x^k A, B) = B(0)^k Res(A, B),  Res(A, x^k B) = ((-1)^deg(A) A(0))^k Res(A, B),  Res(A(x^s), B(x^s)) = Res(A,
//   B)^s.
// What is left goes through the dense algorithms where its list fits, else it is a MemoryLimit. Over Z/p, and over Z
// and Q for the images modulo primes, a remainder by powers of x modulo the divisor comes first where the dividend is
// much longer: the resultant of x^(2^60) - 1 and x^5 - x - 1 modulo p costs sixty squarings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/sparse/detail/sparse_dense.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

namespace polyfork {
inline namespace v1 {

/// The resultant as for dense polynomials.
POLYFORK_EXPORT Integer resultant(const SparsePoly<Integers>& a, const SparsePoly<Integers>& b,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT Rational resultant(const SparsePoly<Rationals>& a, const SparsePoly<Rationals>& b,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::uint64_t resultant(const SparsePoly<PrimeField>& a, const SparsePoly<PrimeField>& b,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

namespace detail::sup {

/// Res(a, b), core(A, B) that of the polynomials without powers of x and common step, of positive degree.
template <IntegralDomain R, class Core>
typename R::element resultant_by_shape(const SparsePoly<R>& a, const SparsePoly<R>& b, const Core& core,
                                       const ExecutionContext& ctx) {
  SparsePoly<R>::check(a, b);
  const R& ring = a.ring();
  if (a.is_zero() || b.is_zero()) return ring.zero();
  const SparseShape sa = sparse_shape(a.packed_terms().exponents);
  const SparseShape sb = sparse_shape(b.packed_terms().exponents);
  if (sa.low != 0 && sb.low != 0) return ring.zero();
  typename R::element outside = ring.one();
  if (sa.low != 0) outside = bounded_power(ring, b.trailing_coefficient(), sa.low, ctx);
  if (sb.low != 0) {
    outside = bounded_power(ring, a.trailing_coefficient(), sb.low, ctx);
    if (sa.degree % 2 != 0 && sb.low % 2 != 0) outside = ring.neg(outside);
  }
  const std::uint64_t degree_a = sa.degree - sa.low;
  const std::uint64_t degree_b = sb.degree - sb.low;
  if (degree_a == 0) return ring.mul(outside, bounded_power(ring, a.leading_coefficient(), degree_b, ctx));
  if (degree_b == 0) return ring.mul(outside, bounded_power(ring, b.leading_coefficient(), degree_a, ctx));
  const std::uint64_t step = std::gcd(sa.step, sb.step);
  const typename R::element inner = core(make_step(a, sa, step, ctx), make_step(b, sb, step, ctx));
  return ring.mul(outside, bounded_power(ring, inner, step, ctx));
}

/// (-1)^(n (n - 1) / 2) Res(a, a') / lc(a), as for dense polynomials.
template <IntegralDomain R>
typename R::element sparse_discriminant(const SparsePoly<R>& a, const ExecutionContext& ctx) {
  if (a.is_constant()) throw DomainError("a discriminant needs a polynomial that is not constant");
  const R& ring = a.ring();
  if (a.degree() == 1) return ring.one();
  const SparsePoly<R> slope = derivative(a, 1, ctx);
  if (slope.is_zero()) return ring.zero();
  const auto n = static_cast<std::uint64_t>(a.degree());
  const auto m = static_cast<std::uint64_t>(slope.degree());
  if (m + 1 != n) check_power(ring, a.leading_coefficient(), n - 2 - m);
  return discriminant_from(ring, resultant(a, slope, ctx), a.leading_coefficient(), n, m);
}

}  // namespace detail::sup

template <IntegralDomain R>
typename R::element resultant(const SparsePoly<R>& a, const SparsePoly<R>& b,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  using Form = detail::sup::DenseForm<R>;
  return detail::sup::resultant_by_shape(
      a, b,
      [&](const SparsePoly<R>& f, const SparsePoly<R>& g) {
        return resultant(Form(f, 0, 1, ctx).poly(), Form(g, 0, 1, ctx).poly(), ctx);
      },
      ctx);
}

/// The discriminant as for dense polynomials.
template <IntegralDomain R>
typename R::element discriminant(const SparsePoly<R>& a,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::sup::sparse_discriminant(a, ctx);
}

/// S_j, the j-th subresultant: a polynomial of degree at most j.
template <Ring R>
struct SparsePolySubresultant {
  std::uint64_t index;
  SparsePoly<R> value;
};

/// The chain as for dense polynomials, which are made of both: throws MemoryLimit where their lists do not fit.
template <IntegralDomain R>
std::vector<SparsePolySubresultant<R>> subresultant_chain(
    const SparsePoly<R>& a, const SparsePoly<R>& b, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  SparsePoly<R>::check(a, b);
  using Form = detail::sup::DenseForm<R>;
  std::vector<SparsePolySubresultant<R>> chain;
  for (auto& s : subresultant_chain(Form(a, 0, 1, ctx).poly(), Form(b, 0, 1, ctx).poly(), ctx))
    chain.push_back({s.index, detail::sup::sparse_form(s.value, 0, 1, ctx)});
  return chain;
}

}  // namespace v1
}  // namespace polyfork
