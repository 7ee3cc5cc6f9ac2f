// Irreducible factors over Q(i).
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "poly/extensions/inflated_gaussian.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The irreducible factors, monic, in no particular order; a common factor of exponents is not looked for.
/// Precondition: g monic, square-free, not constant, g(0) not zero.
std::vector<DensePoly<GaussianRationals>> undeflated_gaussian_factors(const DensePoly<GaussianRationals>& g,
                                                                      const ExecutionContext& ctx);

/// A factor of a polynomial, irreducible over Q(i), and how often it occurs.
struct RepeatedGaussian {
  InflatedGaussian factor;
  std::uint64_t multiplicity;
};
/// The irreducible factors of F(x^step), in no particular order. Precondition: F not constant, F(0) not zero.
std::vector<RepeatedGaussian> gaussian_factors(const DensePoly<GaussianRationals>& F, std::uint64_t step,
                                               const ExecutionContext& ctx);

/// g as a real polynomial times one that shares no factor with its conjugate.
struct RealAndComplexParts {
  PolyQ real;  ///< monic; 1 where there is no such factor
  DensePoly<GaussianRationals> complex;
};
/// Precondition: g monic, square-free.
RealAndComplexParts real_and_complex_parts(const DensePoly<GaussianRationals>& g, const ExecutionContext& ctx);
/// The product with the conjugate.
PolyQ norm_of(const DensePoly<GaussianRationals>& g, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
