// Polynomials over Q(i) by their real and imaginary parts, and in powers of x.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

bool is_real(const DensePoly<GaussianRationals>& f);
PolyQ real_part(const DensePoly<GaussianRationals>& f);
PolyQ imaginary_part(const DensePoly<GaussianRationals>& f);
DensePoly<GaussianRationals> complexified(const PolyQ& f);

/// The largest s such that f is a polynomial in x^s; 0 for constants. Precondition: f(0) is not zero.
std::uint64_t common_step(const DensePoly<GaussianRationals>& f);
/// The polynomial q with f(x) = x^low q(x^step).
DensePoly<GaussianRationals> deflate_gaussian(const DensePoly<GaussianRationals>& f, std::uint64_t low,
                                              std::uint64_t step);
/// q(x^step). Throws MemoryLimit where it does not fit.
DensePoly<GaussianRationals> inflate_gaussian(const DensePoly<GaussianRationals>& q, std::uint64_t step,
                                              const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
