// Resultants, discriminants and subresultant chains of sparse polynomials in several variables: over Z, Q and Z/pZ by
// images or subresultants, over other integral domains by subresultants.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/detail/multi_resultant_generic.hpp>

namespace polyfork {
inline namespace v1 {

/// The determinant of the Sylvester matrix of a and b as polynomials in one variable, rows of a first: zero when one of
/// them is, a power of the other one's when one does not contain the variable. By a determinant or subresultants, or,
/// where these would take longer, by evaluation and interpolation modulo primes, as many as a proven bound asks for.
/// Throws ModulusMismatch and DomainError as sums do, DomainError for an unknown name and for degrees of
/// 2^28 or more in the variable.
POLYFORK_EXPORT MultiPolyZ resultant(const MultiPolyZ& a, const MultiPolyZ& b, std::string_view variable,
                                     const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyQ resultant(const MultiPolyQ& a, const MultiPolyQ& b, std::string_view variable,
                                     const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp resultant(const MultiPolyZp& a, const MultiPolyZp& b, std::string_view variable,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());

/// (-1)^(n (n - 1) / 2) Res(a, a') / lc(a), n the degree of a in the variable, with a' taken as of degree n - 1 also
/// where the characteristic divides n; 1 for n = 1. Throws DomainError for n < 1.
POLYFORK_EXPORT MultiPolyZ discriminant(const MultiPolyZ& a, std::string_view variable,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyQ discriminant(const MultiPolyQ& a, std::string_view variable,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiPolyZp discriminant(const MultiPolyZp& a, std::string_view variable,
                                         const ExecutionContext& ctx = ExecutionContext::default_context());

/// S_j, the j-th subresultant: a polynomial of degree at most j in the main variable.
template <Ring R>
struct Subresultant {
  std::size_t index;
  SparseMultiPoly<R> value;
};

/// The subresultants of a and b in one variable that are not zero, by descending index, from S_d on, d the lower of the
/// degrees: the operand of that degree times a power of its leading coefficient. With deg a >= deg b; the operands are
/// exchanged otherwise, which changes signs. S_0 is the resultant. The last one is a gcd up to a factor without the
/// variable. Ducos' algorithm. Throws DomainError unless both contain the variable, and what sums throw.
POLYFORK_EXPORT std::vector<Subresultant<Integers>> subresultant_chain(
    const MultiPolyZ& a, const MultiPolyZ& b, std::string_view variable,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<Subresultant<Rationals>> subresultant_chain(
    const MultiPolyQ& a, const MultiPolyQ& b, std::string_view variable,
    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<Subresultant<PrimeField>> subresultant_chain(
    const MultiPolyZp& a, const MultiPolyZp& b, std::string_view variable,
    const ExecutionContext& ctx = ExecutionContext::default_context());

// --- over other integral domains -------------------------------------------------------------------------------------
// The contracts are those above, by one subresultant remainder sequence; two polynomials in one variable as univariate
// ones.

template <IntegralDomain R>
SparseMultiPoly<R> resultant(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b, std::string_view variable,
                             const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::GenericMultiResultant<R>(ctx).resultant(a, b, variable);
}

template <IntegralDomain R>
SparseMultiPoly<R> discriminant(const SparseMultiPoly<R>& a, std::string_view variable,
                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
  return detail::GenericMultiResultant<R>(ctx).discriminant(a, variable);
}

template <IntegralDomain R>
std::vector<Subresultant<R>> subresultant_chain(const SparseMultiPoly<R>& a, const SparseMultiPoly<R>& b,
                                                std::string_view variable,
                                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
  std::vector<Subresultant<R>> chain;
  detail::GenericMultiResultant<R>(ctx).chain(a, b, variable, [&](std::size_t index, SparseMultiPoly<R> value) {
    chain.push_back({index, std::move(value)});
  });
  return chain;
}

namespace detail {

/// Which way; `automatic` decides by size.
enum class ResultantMethod { automatic, images, subresultants, determinant };

POLYFORK_EXPORT MultiPolyZ resultant_by(ResultantMethod method, const MultiPolyZ& a, const MultiPolyZ& b,
                                        std::string_view variable, const ExecutionContext& ctx);
/// Images throw DomainError where p has too few points. Determinants are for degrees up to 8.
POLYFORK_EXPORT MultiPolyZp resultant_by(ResultantMethod method, const MultiPolyZp& a, const MultiPolyZp& b,
                                         std::string_view variable, const ExecutionContext& ctx);

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
