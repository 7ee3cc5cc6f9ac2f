// Factorization over Q(i) by norms: irreducible factors, irreducibility, roots in Q(i).
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/factor/factor_result.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {

/// The factorization of f into monic irreducible polynomials over Q(i); the unit is the leading coefficient. Factors
/// are ordered by degree, then by coefficients from the leading one downwards, of which real parts decide before
/// imaginary ones. Throws DomainError for zero. A factorization over Q of twice the degree, and gcds over Q(i).
POLYFORK_EXPORT Factorization<GaussianRationals> factor(
    const DensePoly<GaussianRationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

/// Whether f is irreducible over Q(i): not constant and no product of two polynomials that are not constant.
POLYFORK_EXPORT bool is_irreducible(const DensePoly<GaussianRationals>& f,
                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// The zeros in Q(i), in ascending order of real, then imaginary parts. Throws DomainError for the zero polynomial.
POLYFORK_EXPORT std::vector<PolynomialRoot<GaussianRationals>> roots(
    const DensePoly<GaussianRationals>& f, const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
