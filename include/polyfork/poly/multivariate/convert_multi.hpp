// Conversions between dense and sparse polynomials in several variables, and of sparse ones between their rings: by
// name as convert.hpp has them, and convert(to, a) for all pairs of rings. Between variables: convert_variables.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>

namespace polyfork {
inline namespace v1 {

/// The terms that are not zero, in the same variables under the given order (not `weighted`).
POLYFORK_EXPORT MultiPolyZp to_sparse(const DDMMP& a, MonomialOrder order = MonomialOrder::lex,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());
/// The array of all coefficients, in the sequence of the variables. Charged before it is made; throws DomainError when
/// no array is so large.
POLYFORK_EXPORT DDMMP to_dense(const MultiPolyZp& a, const ExecutionContext& ctx = ExecutionContext::default_context());
/// Terms over words of the dense array, in (0, 1]; 0 for zero.
POLYFORK_EXPORT double density(const MultiPolyZp& a);
/// Which form to keep it in: prefer_sparse of the terms and of the words of the dense array, as in one variable.
POLYFORK_EXPORT bool prefer_sparse(const MultiPolyZp& a);
POLYFORK_EXPORT bool prefer_sparse(const DDMMP& a);
/// The form that prefer_sparse says; sparse ones have the order that they had, or the given one (not `weighted`).
POLYFORK_EXPORT std::variant<DDMMP, MultiPolyZp> by_density(
    MultiPolyZp a, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::variant<DDMMP, MultiPolyZp> by_density(
    DDMMP a, MonomialOrder order = MonomialOrder::lex,
    const ExecutionContext& ctx = ExecutionContext::default_context());

// --- between rings --------------------------------------------------------------------------------------------------
// In the same variables and order. Linear.

/// Z[x, ...] -> Q[x, ...].
POLYFORK_EXPORT MultiPolyQ to_rational(const MultiPolyZ& a);
/// Q[x, ...] -> Z[x, ...]: the numerators over the common denominator, a * denominator.
POLYFORK_EXPORT MultiPolyZ numerator_polynomial(const MultiPolyQ& a);
/// Q[x, ...] -> Z[x, ...]. Throws DomainError when a coefficient is not an integer.
POLYFORK_EXPORT MultiPolyZ to_integer(const MultiPolyQ& a);
/// Coefficients modulo p. From Q: throws DomainError when p divides the denominator.
POLYFORK_EXPORT MultiPolyZp reduce(const MultiPolyZ& a, const PrimeField& field,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp reduce(const MultiPolyQ& a, const PrimeField& field,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());
/// The lift with coefficients in (-p/2, p/2].
POLYFORK_EXPORT MultiPolyZ lift(const MultiPolyZp& a);

/// The polynomial whose coefficients are the images in another ring (ring_conversions.hpp), zeros dropped. Throws
/// DomainError when one has none.
template <Ring To, Ring From>
requires convertible_v<From, To> SparseMultiPoly<To> convert(
    const To& to, const SparseMultiPoly<From>& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if constexpr (std::is_same_v<From, To>) {
    if (a.ring() == to) return a;
  }
  if constexpr (std::is_same_v<From, Integers> && std::is_same_v<To, Rationals>) {
    return to_rational(a);
  } else if constexpr ((std::is_same_v<From, Integers> ||
                        std::is_same_v<From, Rationals>)&&std::is_same_v<To, PrimeField>) {
    return reduce(a, to, ctx);
  } else {
    if (a.is_constant()) {  // in those of its variables whose names the ring leaves free
      Variables variables = a.variables();
      for (const std::string& name : a.variables().names())
        if (detail::uses_name(to, name)) variables = variables.without(name);
      return SparseMultiPoly<To>::constant(to, variables, convert(to, a.ring(), a.constant_term()));
    }
    detail::TermsBuilder<To> terms(a.monomials().layout());
    for (std::size_t i = 0; i < a.term_count(); ++i) {
      if (i % 64 == 0) ctx.poll();
      typename To::element c = convert(to, a.ring(), a.coefficient(i));
      if (!to.is_zero(c)) terms.push_back(a.monomials()[i], std::move(c));
    }
    return SparseMultiPoly<To>::make(to, a.variables(), terms.finish(ctx));
  }
}

}  // namespace v1
}  // namespace polyfork
