// Irreducible factors over Q(i) in several variables.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The irreducible factors, monic, in any order. Precondition: f square-free, not zero, divided by no variable.
std::vector<SparseMultiPoly<GaussianRationals>> gaussian_irreducible_parts(const SparseMultiPoly<GaussianRationals>& f,
                                                                           const ExecutionContext& ctx);

/// The same for a polynomial that is irreducible over Q: itself, or two conjugate ones.
std::vector<SparseMultiPoly<GaussianRationals>> gaussian_parts_of_rational(const MultiPolyZ& f,
                                                                           const ExecutionContext& ctx);

/// f as a real polynomial, primitive over Z, times one that shares no factor with its conjugate.
struct RealAndComplexMultiParts {
  MultiPolyZ real;  ///< 1 where there is no such factor
  SparseMultiPoly<GaussianRationals> complex;
};
/// Precondition: f square-free.
RealAndComplexMultiParts real_and_complex_parts(const SparseMultiPoly<GaussianRationals>& f,
                                                const ExecutionContext& ctx);

/// The product of f and its conjugate, both times the common denominator of the coefficients.
MultiPolyZ norm_of(const SparseMultiPoly<GaussianRationals>& f, const ExecutionContext& ctx);

/// True only where no factor of f that is not constant is repeated, by an image modulo a prime that splits in Z[i]
/// (poly/multi_factor/square_free_image.hpp).
bool is_square_free_at_a_point(const SparseMultiPoly<GaussianRationals>& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
