// The irreducible factors of h(x^n) for an irreducible h over Q(i), in terms of short polynomials.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The polynomial f(x^power), f monic. f is charged as long as the factor is kept, since a list of them may be long.
struct InflatedGaussian {
  DensePoly<GaussianRationals> f;
  std::uint64_t power;
  MemoryReservation held;
};
InflatedGaussian charged_factor(DensePoly<GaussianRationals> f, std::uint64_t power, const ExecutionContext& ctx);

/// The irreducible factors of h(x^n), in no particular order. Only the f of the result are ever listed, and h(x^q) for
/// primes q that divide n where a root of h may be a q-th power in its field. Preconditions: h monic, irreducible, h(0)
/// not zero; n >= 1. Throws MemoryLimit where a list does not fit.
std::vector<InflatedGaussian> inflated_gaussian_factors(const DensePoly<GaussianRationals>& h, std::uint64_t n,
                                                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
