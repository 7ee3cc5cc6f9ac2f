// Conversions of sparse univariate polynomials between Z, Q and Z/p, as convert.hpp has them for dense ones, and
// convert(to, a) for all pairs of rings.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>

namespace polyfork {
inline namespace v1 {

/// Z[x] -> Q[x].
POLYFORK_EXPORT SparsePoly<Rationals> to_rational(const SparsePoly<Integers>& a);
/// Q[x] -> Z[x]: the numerators over the common denominator, a * denominator.
POLYFORK_EXPORT SparsePoly<Integers> numerator_polynomial(const SparsePoly<Rationals>& a);
/// Q[x] -> Z[x]. Throws DomainError when a coefficient is not an integer.
POLYFORK_EXPORT SparsePoly<Integers> to_integer(const SparsePoly<Rationals>& a);
/// Coefficients modulo p. From Q: throws DomainError when p divides the denominator.
POLYFORK_EXPORT SparsePoly<PrimeField> reduce(const SparsePoly<Integers>& a, const PrimeField& field,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparsePoly<PrimeField> reduce(const SparsePoly<Rationals>& a, const PrimeField& field,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());
/// The lift with coefficients in (-p/2, p/2].
POLYFORK_EXPORT SparsePoly<Integers> lift(const SparsePoly<PrimeField>& a);

/// The polynomial whose coefficients are the images in another ring (ring_conversions.hpp).
template <Ring To, Ring From>
requires convertible_v<From, To> SparsePoly<To> convert(
    const To& to, const SparsePoly<From>& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  detail::sup::SparseListBuilder<To> out(to, ctx);
  for (std::size_t i = 0; i < a.term_count(); ++i)
    out.push_back(a.packed_terms().exponents[i], convert(to, a.ring(), a.packed_terms()[i]));
  const SparsePoly<To> zero(to);
  return SparsePoly<To>::make(
      out.finish(), a.is_constant() ? detail::in_variable(zero, a.variable()) : zero.with_variable(a.variable()));
}

}  // namespace v1
}  // namespace polyfork
