// Greatest common divisors and multiplicities of polynomials over Q(i) by images modulo primes.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic gcd; zero only where both are. Euclid's algorithm over Q(i) has coefficients that grow with every step;
/// images modulo primes that split in Z[i] are as long as the answer. O(bits / 62) gcds over Z/pZ, and two divisions.
DensePoly<GaussianRationals> gaussian_gcd(const DensePoly<GaussianRationals>& a, const DensePoly<GaussianRationals>& b,
                                          const ExecutionContext& ctx);

struct GaussianPart {
  DensePoly<GaussianRationals> factor;  ///< monic, square-free, not constant
  std::size_t multiplicity;
};
/// f up to its leading coefficient as a product of powers of coprime factors. Precondition: f not constant.
std::vector<GaussianPart> gaussian_square_free_parts(const DensePoly<GaussianRationals>& f,
                                                     const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
