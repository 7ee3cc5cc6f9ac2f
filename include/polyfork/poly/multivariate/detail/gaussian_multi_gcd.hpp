// Greatest common divisors over Q(i) in several variables by images.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic gcd of polynomials in the same variables, neither of which is zero.
POLYFORK_EXPORT SparseMultiPoly<GaussianRationals> gaussian_multi_gcd(const SparseMultiPoly<GaussianRationals>& a,
                                                                      const SparseMultiPoly<GaussianRationals>& b,
                                                                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
