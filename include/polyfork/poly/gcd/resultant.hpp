// Resultants, discriminants and chains of subresultants of dense univariate polynomials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/detail/resultant_generic.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>  // over Z/p

namespace polyfork {
inline namespace v1 {

/// The determinant of the Sylvester matrix, rows of a first: lc(a)^deg(b) times the product of b over the roots of a
/// (with multiplicities); zero when an operand is, 1 for two constants. Over Z and Q from images modulo as many word
/// primes as Hadamard's inequality asks for, in parallel: O((deg a + deg b) bits / 61) resultants modulo primes
/// [collins71]; for low degrees by subresultants. Throws DomainError for polynomials in different variables,
/// MemoryLimit where the result does not fit.
POLYFORK_EXPORT Integer resultant(const PolyZ& a, const PolyZ& b,
                                  const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT Rational resultant(const PolyQ& a, const PolyQ& b,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// Modulo long primes by Euclid's algorithm, over other domains by the subresultant remainder sequence, over fields of
/// fractions on numerators: O(deg a deg b) operations. Throws ModulusMismatch for polynomials over different rings.
template <IntegralDomain R>
typename R::element resultant(const DensePoly<R>& a, const DensePoly<R>& b,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  DensePoly<R>::check(a, b);
  return detail::GenericResultant<R>(a.ring(), ctx).run(a.elements(), b.elements());
}

/// (-1)^(n (n - 1) / 2) Res(a, a') / lc(a), n the degree of a, with a' taken as of degree n - 1 also where the
/// characteristic divides n; 1 for n = 1. Throws DomainError for n < 1.
POLYFORK_EXPORT Integer discriminant(const PolyZ& a, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT Rational discriminant(const PolyQ& a,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());
template <IntegralDomain R>
typename R::element discriminant(const DensePoly<R>& a,
                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if (a.is_constant()) throw DomainError("a discriminant needs a polynomial that is not constant");
  const R& ring = a.ring();
  if (a.degree() == 1) return ring.one();
  const DensePoly<R> slope = derivative(a, 1, ctx);
  if (slope.is_zero()) return ring.zero();
  return detail::discriminant_from(ring, resultant(a, slope, ctx), a.leading_coefficient(),
                                   static_cast<std::uint64_t>(a.degree()), static_cast<std::uint64_t>(slope.degree()));
}

/// S_j, the j-th subresultant: a polynomial of degree at most j.
template <Ring R>
struct DenseSubresultant {
  std::size_t index;
  DensePoly<R> value;
};

/// The subresultants of a and b that are not zero, by descending index, from S_d on, d the lower of the degrees: the
/// operand of that degree times a power of its leading coefficient. With deg a >= deg b; the operands are exchanged
/// otherwise, which changes signs. S_0 is the resultant; the last one is a gcd up to a factor in the ring. By one
/// remainder sequence [ducos00]; over Q on numerators. Throws DomainError unless both have a positive degree, and what
/// sums throw.
POLYFORK_EXPORT std::vector<DenseSubresultant<Rationals>> subresultant_chain(
    const PolyQ& a, const PolyQ& b, const ExecutionContext& ctx = ExecutionContext::default_context());
template <IntegralDomain R>
std::vector<DenseSubresultant<R>> subresultant_chain(
    const DensePoly<R>& a, const DensePoly<R>& b, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const DensePoly<R>& named = DensePoly<R>::check(a, b);
  if (a.is_constant() || b.is_constant())
    throw DomainError("a chain of subresultants needs two polynomials that are not constant");
  const bool swapped = a.degree() < b.degree();
  const detail::RingCoefficients<R> domain(a.ring());
  std::vector<DenseSubresultant<R>> chain;
  detail::SubresultantSequence<detail::RingCoefficients<R>>(domain, ctx)
      .run((swapped ? b : a).elements(), (swapped ? a : b).elements(),
           [&](std::size_t index, const std::vector<typename R::element>& s) {
             chain.push_back({index, DensePoly<R>::from_elements(a.ring(), s).with_variable(named.variable())});
           });
  return chain;
}

}  // namespace v1
}  // namespace polyfork
