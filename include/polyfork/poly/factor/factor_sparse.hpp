// Factorization of sparse polynomials in one variable over Z, Q, Q(i) and Z/pZ: irreducible factors, irreducibility,
// roots in the coefficient ring. The answers are those of the dense forms, written as sparse polynomials.
//
// With f = x^low F(x^step), F(0) != 0 and the largest step, F is factored as a dense polynomial, and its factors are
// inflated: only what is proved to split is ever listed (docs/guide/factor.md). Where the list of F does not fit into
// what the context allows, and no structure answers, MemoryLimit is thrown. Throws DomainError for zero.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {

/// The factorization of f; no factors for a constant. The time of a dense factorization of F, and that of the result.
POLYFORK_EXPORT SparseFactorization<Integers> factor(const SparsePoly<Integers>& f,
                                                     const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparseFactorization<Rationals> factor(
    const SparsePoly<Rationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparseFactorization<GaussianRationals> factor(
    const SparsePoly<GaussianRationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparseFactorization<PrimeField> factor(
    const SparsePoly<PrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT SparseFactorization<BigPrimeField> factor(
    const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

/// Whether f is irreducible over its field, over Z as a polynomial over Q: not constant and no product of two
/// polynomials that are not constant. False for zero.
POLYFORK_EXPORT bool is_irreducible(const SparsePoly<Integers>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const SparsePoly<Rationals>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const SparsePoly<GaussianRationals>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const SparsePoly<PrimeField>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const SparsePoly<BigPrimeField>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The zeros of f in its coefficient ring, in ascending order, over Q(i) of real, then imaginary parts. Over Z and Q
/// without any list of f: polynomial time in the numbers of terms and bits, whatever the degree [lenstra99]. Over Z/pZ
/// by the roots of F in Z/pZ; over Q(i) by the factors.
POLYFORK_EXPORT std::vector<PolynomialRoot<Integers>> roots(
    const SparsePoly<Integers>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<PolynomialRoot<Rationals>> roots(
    const SparsePoly<Rationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<PolynomialRoot<GaussianRationals>> roots(
    const SparsePoly<GaussianRationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<PolynomialRoot<PrimeField>> roots(
    const SparsePoly<PrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<PolynomialRoot<BigPrimeField>> roots(
    const SparsePoly<BigPrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
