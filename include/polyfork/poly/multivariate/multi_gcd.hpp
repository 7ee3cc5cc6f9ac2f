// Greatest common divisors, contents and square-free decompositions of sparse polynomials in several variables: over Z,
// Q, Q(i) and Z/pZ by images, over other gcd domains by subresultants.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/multi_gcd_generic.hpp>

namespace polyfork {
inline namespace v1 {

/// Over Z: with the gcd of the contents, positive leading coefficient; over fields: monic; gcd(0, 0) = 0. The leading
/// coefficient is that of the variables' order. Modular, by interpolation (Brown, JACM 1971; Zippel, EUROSAM 1979) and,
/// over Z, Chinese remaindering; every result is proved by division. Where Z/pZ has too few points, those
/// of an extension serve. Throws ModulusMismatch and DomainError as sums do, DomainError for degrees of 2^31 or more
/// that matter, and where all variables have degrees above 2^20, unless one operand divides the other.
POLYFORK_EXPORT MultiPolyZ gcd(const MultiPolyZ& a, const MultiPolyZ& b,
                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyQ gcd(const MultiPolyQ& a, const MultiPolyQ& b,
                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp gcd(const MultiPolyZp& a, const MultiPolyZp& b,
                                const ExecutionContext& ctx = ExecutionContext::default_context());

/// The gcd of a's coefficients as a polynomial in one variable, normalised as gcd is; 0 for zero. Throws DomainError
/// for an unknown name.
POLYFORK_EXPORT MultiPolyZ content_in(const MultiPolyZ& a, std::string_view variable,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyQ content_in(const MultiPolyQ& a, std::string_view variable,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp content_in(const MultiPolyZp& a, std::string_view variable,
                                       const ExecutionContext& ctx = ExecutionContext::default_context());
/// a / content_in(a, variable).
POLYFORK_EXPORT MultiPolyZ primitive_part_in(const MultiPolyZ& a, std::string_view variable,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyQ primitive_part_in(const MultiPolyQ& a, std::string_view variable,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp primitive_part_in(const MultiPolyZp& a, std::string_view variable,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());

template <Ring R>
struct MultiSquareFreeFactor {
  SparseMultiPoly<R> factor;  ///< square-free, not constant, normalised as gcd is
  std::uint64_t multiplicity;
};

/// a = unit * prod factor_i^multiplicity_i, factors pairwise coprime, one for each multiplicity, ascending.
template <Ring R>
struct MultiSquareFreeDecomposition {
  typename R::element unit;
  std::vector<MultiSquareFreeFactor<R>> factors;
};

/// Yun's algorithm in one variable after another, each time on the primitive part; over Z/pZ, where a degree is p or
/// more, gcds with all derivatives and p-th roots. Throws DomainError for zero.
POLYFORK_EXPORT MultiSquareFreeDecomposition<Integers> square_free_decomposition(
    const MultiPolyZ& a, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiSquareFreeDecomposition<Rationals> square_free_decomposition(
    const MultiPolyQ& a, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiSquareFreeDecomposition<PrimeField> square_free_decomposition(
    const MultiPolyZp& a, const ExecutionContext& ctx = ExecutionContext::default_context());

// --- over other gcd domains ------------------------------------------------------------------------------------------
// The contracts are those above, by subresultants in one variable after another; over Q(i) by images modulo primes.
// The leading coefficient of a result is its own gcd with zero: monic over fields, over Z[t] with a leading coefficient
// that is positive.

template <GcdDomain R>
SparseMultiPoly<R> gcd(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                       const ExecutionContext& ctx = ExecutionContext::default_context()) {
  using P = SparseMultiPoly<R>;
  const typename P::Operands o(a, b);
  return detail::GenericMultiGcd<R>(ctx).run(P::make(a.ring(), o.variables, o.a()),
                                             P::make(a.ring(), o.variables, o.b()));
}

template <GcdDomain R>
SparseMultiPoly<R> content_in(const SparseMultiPoly<R>& a, std::string_view variable,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t v = a.variables().index(variable);
  if (a.is_zero()) return a;
  const detail::GenericMultiGcd<R> gcds(ctx);
  SparseMultiPoly<R> part = a;
  const typename R::element c = gcds.take_content(part);
  return detail::unit_normal(scale(gcds.content(part, v), c, ctx), ctx);
}

template <GcdDomain R>
SparseMultiPoly<R> primitive_part_in(const SparseMultiPoly<R>& a, std::string_view variable,
                                     const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const SparseMultiPoly<R> c = content_in(a, variable, ctx);
  return a.is_zero() ? a : exact_div(a, c, ctx);
}

/// Throws DomainError for zero, and in characteristic p when a degree is p or more, unless over the prime field itself.
template <GcdDomain R>
MultiSquareFreeDecomposition<R> square_free_decomposition(
    const SparseMultiPoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

/// No square of a nonconstant polynomial divides a: what a and its derivatives by all variables have in common is
/// constant. False for zero. Over rings of positive characteristic that are no prime fields, throws DomainError where
/// that decides nothing (a common factor of degree >= characteristic in a variable).
template <GcdDomain R>
bool is_square_free(const SparseMultiPoly<R>& a, const ExecutionContext& ctx = ExecutionContext::default_context());

namespace detail {

/// The gcd by subresultants alone, recursively: the reference that tests compare with, and what is left where images do
/// not lead to the gcd.
POLYFORK_EXPORT MultiPolyZ multi_gcd_subresultants(const MultiPolyZ& a, const MultiPolyZ& b,
                                                   const ExecutionContext& ctx);
POLYFORK_EXPORT MultiPolyZp multi_gcd_subresultants(const MultiPolyZp& a, const MultiPolyZp& b,
                                                    const ExecutionContext& ctx);

}  // namespace detail

}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/multivariate/detail/multi_square_free.inl>
