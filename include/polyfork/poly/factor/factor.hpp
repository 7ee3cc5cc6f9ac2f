// Factorization into irreducible polynomials, irreducibility, roots in the coefficient ring.
//
// Answers are proved and depend on the polynomial alone: random choices inside come from fixed seeds, and factors are
// put into canonical order. How, and why the factors are irreducible: docs/guide/factor.md.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>  // of SparsePoly
#include <polyfork/poly/factor/factor_z.hpp>       // over Z and Q
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork {
inline namespace v1 {

/// The factorization of f; no factors for a constant. Throws DomainError for zero. For degree n an expected number of
/// O(log p + n) products modulo f and O(sqrt(n)) modular compositions, which take O(sqrt(n)) such products and n^2
/// operations in Z/pZ each.
POLYFORK_EXPORT Factorization<PrimeField> factor(const PolyZp& f,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT Factorization<BigPrimeField> factor(const DensePoly<BigPrimeField>& f,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// Whether f is irreducible over its field: not constant and no product of two polynomials that are not constant.
POLYFORK_EXPORT bool is_irreducible(const PolyZp& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const DensePoly<BigPrimeField>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The zeros of f in its coefficient ring, in ascending order. Throws DomainError for the zero polynomial.
POLYFORK_EXPORT std::vector<PolynomialRoot<PrimeField>> roots(
    const PolyZp& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<PolynomialRoot<BigPrimeField>> roots(
    const DensePoly<BigPrimeField>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

/// A monic irreducible polynomial of the given degree, the same in every call. Throws DomainError for degree 0.
POLYFORK_EXPORT PolyZp irreducible_polynomial(const PrimeField& field, std::size_t degree,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT DensePoly<BigPrimeField> irreducible_polynomial(
    const BigPrimeField& field, std::size_t degree, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
