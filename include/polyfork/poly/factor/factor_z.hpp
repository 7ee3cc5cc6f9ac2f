// Factorization over Z and Q: irreducible factors, irreducibility, rational roots.
//
// Answers are proved: the product of the factors is the input, and irreducibility follows from degrees modulo primes,
// from bounds that exclude all sets of modular factors, or from the rank of a lattice. docs/guide/factor.md.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/factor/factor_result.hpp>

namespace polyfork {
inline namespace v1 {

/// The factorization of f into primitive irreducible polynomials with positive leading coefficients; the unit is the
/// content with the sign of the leading coefficient and is not factored. No factors for a constant. Throws DomainError
/// for zero. For degree n and r factors modulo a prime: lifting takes O(log n) products of degree n modulo p^k for each
/// doubling of k, recombination tries less than 2^14 sets of factors or reduces lattices of dimension O(r), which takes
/// polynomial time [hart11].
POLYFORK_EXPORT Factorization<Integers> factor(const PolyZ& f,
                                               const ExecutionContext& ctx = ExecutionContext::default_context());
/// Over Q: monic factors, the unit is the leading coefficient.
POLYFORK_EXPORT Factorization<Rationals> factor(const PolyQ& f,
                                                const ExecutionContext& ctx = ExecutionContext::default_context());

/// Whether f is irreducible as a polynomial over Q: not constant and no product of two polynomials that are not
/// constant. Over Z its content plays no part, as for factor.
POLYFORK_EXPORT bool is_irreducible(const PolyZ& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT bool is_irreducible(const PolyQ& f, const ExecutionContext& ctx = ExecutionContext::default_context());

/// The integers, or the rational numbers, at which f vanishes, in ascending order. By roots modulo a prime and Newton's
/// iteration, without factoring f. Throws DomainError for the zero polynomial.
POLYFORK_EXPORT std::vector<PolynomialRoot<Integers>> roots(
    const PolyZ& f, const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<PolynomialRoot<Rationals>> roots(
    const PolyQ& f, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
