// Factorization of sparse polynomials in several variables into irreducible ones, over Z, Q, Q(i) and Z/pZ.
//
// Answers are proved and depend on the polynomial alone: how, and why the factors are irreducible, is told in
// docs/guide/factor.md. In one variable: poly/factor/factor.hpp.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class DenseMultiPoly;

template <Ring R>
using MultiFactor = FactorOf<SparseMultiPoly<R>>;
template <Ring R>
using MultiFactorization = FactorizationOf<SparseMultiPoly<R>>;

/// The factorization of f; no factors for a constant. Throws DomainError for zero, and for degrees so high that no
/// array of coefficients in two variables holds them. Expected polynomial time in the degrees, the numbers of terms of
/// f and its factors, and the bits of coefficients, where one variable is factored in polynomial time and the values of
/// the others are lucky, as random ones are.
POLYFORK_EXPORT MultiFactorization<Integers> factor(const MultiPolyZ& f,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiFactorization<Rationals> factor(const MultiPolyQ& f,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT MultiFactorization<PrimeField> factor(
    const MultiPolyZp& f, const ExecutionContext& ctx = ExecutionContext::default_context());
/// Over Q(i), where real parts of coefficients decide the order before imaginary ones: a factorization over Q of twice
/// the degrees, and gcds over Q(i).
POLYFORK_EXPORT MultiFactorization<GaussianRationals> factor(
    const SparseMultiPoly<GaussianRationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
/// Modulo a long prime: from values on lines, by sparse interpolation. Modulo a prime below 2^63 as over PrimeField.
POLYFORK_EXPORT MultiFactorization<BigPrimeField> factor(
    const SparseMultiPoly<BigPrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

/// Whether f is irreducible as a polynomial over the field, over Z as one over Q: not constant and no product of two
/// polynomials that are not constant.
POLYFORK_EXPORT bool is_irreducible(const MultiPolyZ& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const MultiPolyQ& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const MultiPolyZp& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const SparseMultiPoly<GaussianRationals>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const SparseMultiPoly<BigPrimeField>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// factor and is_irreducible for dense polynomials, by their sparse forms in lexicographic order, which say the order
/// of the factors.
POLYFORK_EXPORT FactorizationOf<DenseMultiPoly<PrimeField>> factor(
    const DenseMultiPoly<PrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const DenseMultiPoly<PrimeField>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// What factor(f) does, as far as the terms of its square-free parts decide it: variables and multiplicities,
/// which are found as factor(f) does it, reductions, the main variable, and the variables along which factors are
/// lifted. Sizes and times are not predicted, since they depend on the factors. Throws DomainError for zero.
POLYFORK_EXPORT PlanDescription explain_factor(const MultiPolyZ& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const MultiPolyZp& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const SparseMultiPoly<GaussianRationals>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_factor(const SparseMultiPoly<BigPrimeField>& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
