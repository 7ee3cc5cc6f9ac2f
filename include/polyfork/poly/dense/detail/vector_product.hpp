// Products of coefficient lists that a ring brings along: the products of Z[x] in another dress.
//
// VectorProduct<R>::mul(ring, a, b, ctx), where it is specialised, returns the product of two nonempty normalised
// lists, or nothing where the generic product is to be preferred. Over Z/pZ with a long modulus: the product of the
// residues over Z, reduced. Over Q(i): three products over Z instead of four (Karatsuba; Gauss) on the common
// denominator. Polynomial rings: Kronecker's substitution, in poly/towers/polynomial_ring.hpp.
#pragma once

#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template <Ring R>
struct VectorProduct {};

template <class R>
concept HasVectorProduct = requires(const R& ring, const typename R::vector_type& a, const ExecutionContext& ctx) {
  VectorProduct<R>::mul(ring, a, a, ctx);
};

template <>
struct POLYFORK_EXPORT VectorProduct<BigPrimeField> {
  static std::optional<IntegerVector> mul(const BigPrimeField& field, const IntegerVector& a, const IntegerVector& b,
                                          const ExecutionContext& ctx);
};

template <>
struct POLYFORK_EXPORT VectorProduct<GaussianRationals> {
  static std::optional<GaussianRationalVector> mul(const GaussianRationals&, const GaussianRationalVector& a,
                                                   const GaussianRationalVector& b, const ExecutionContext& ctx);
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
