// From the factors at a point to the factors in all variables, over a field of words: one variable after another by
// bivariate images.
//
// Step k knows the factors in x, y_1, ..., y_(k-1) with the other variables at the point. Their monomials are taken to
// be those that the coefficients of every power of y_k have as well, which holds unless a coefficient vanishes at the
// point by chance; over small fields, where it often does, a factor that is almost dense gets all monomials of its
// degrees (completed_support.hpp). At values of y_1, ..., y_(k-1) the polynomial and its factors are known as
// univariate ones in x for y_k = point_k, and Hensel lifting gives the factors in x and y_k (step_images.hpp). The
// values are r^1, r^2, ...; then transposed Vandermonde systems give the coefficients, as many liftings as a
// coefficient of a power of x has terms, and one more that shows wrong monomials. In a field of few elements monomials
// meet in their values; there the values are any points at which lifting succeeds, and dense systems take the place of
// Vandermonde's. Leading coefficients in x are known beforehand. For dense factors the numbers of images are those of
// dense interpolation. Parallel over images and over coefficients.
// Source: docs/reference/bibliography.md, [monagan16], [chen20]; [zippel90] for the systems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/multivariate/word_terms.hpp"
#include "poly/residues/field_poly.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial in (x, y_1, ..., y_n), n >= 1, and what is known of its factors.
struct LiftProblem {
  WordTerms f;
  std::vector<WordTerms> leads;                   ///< of the factors in x; their product is that of f
  std::vector<FieldPoly> bases;                   ///< the factors at the point, with the leads' values there
  std::vector<std::uint64_t> point;               ///< of the y_k
  std::vector<std::vector<std::size_t>> degrees;  ///< [k][factor]: in y_k
};

enum class LiftOutcome {
  found,
  unlucky,      ///< the assumptions do not hold, or chance was against it
  few_elements  ///< chance is against it in this field: monomials meet in their values
};

/// Pairs of monomials of a step whose values meet, on average, beyond which a field has too few elements.
inline constexpr double most_meetings = 4;
/// Terms of a coefficient up to which that is no obstacle: a dense linear system gives them from images at any points.
/// More where the field has no extension of moderate size that could be used instead.
inline constexpr std::size_t most_unknowns(std::uint64_t elements) noexcept {
  constexpr std::uint64_t no_extension = std::uint64_t{1} << 11;
  constexpr std::uint64_t many_elements = std::uint64_t{1} << 16;
  return elements > no_extension && elements < many_elements ? 2048 : 256;
}

struct LiftedFactors {
  LiftOutcome outcome;
  std::vector<WordTerms> factors;  ///< found: terms in lexicographic order
};

/// What is found is right with high probability, no more.
template <class F>
LiftedFactors lift_factors(const LiftProblem& problem, const F& field, std::uint64_t seed, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
