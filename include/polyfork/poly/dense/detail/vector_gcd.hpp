// Gcds and resultants of coefficient lists that a ring brings along.
//
// VectorAlgebra<R>, where it is specialised, has gcd(ring, a, b, ctx) and resultant(ring, a, b, ctx) of two normalised
// lists, not empty: the results of the generic algorithms, or nothing where these are to be preferred. Polynomial
// rings: as polynomials in one variable more, in poly/towers/detail/flatten.inl.
#pragma once

#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial similar to the gcd of two normalised lists, or nothing where the generic Euclidean algorithm is to be
/// preferred: for p = 2 and very long moduli.
POLYFORK_EXPORT std::optional<IntegerVector> gcd_big_prime(const BigPrimeField& field, const IntegerVector& a,
                                                           const IntegerVector& b, const ExecutionContext& ctx);

/// The monic gcd of two normalised lists over Q(i), not empty, by images: Euclid's algorithm has coefficients that grow
/// with every step.
POLYFORK_EXPORT GaussianRationalVector gcd_gaussian(const GaussianRationalVector& a, const GaussianRationalVector& b,
                                                    const ExecutionContext& ctx);

template <Ring R>
struct VectorAlgebra {};

template <class R>
concept HasVectorAlgebra = requires(const R& ring, const typename R::vector_type& a, const ExecutionContext& ctx) {
  VectorAlgebra<R>::gcd(ring, a, a, ctx);
  VectorAlgebra<R>::resultant(ring, a, a, ctx);
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
