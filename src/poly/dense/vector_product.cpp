// Products over Z/pZ with a long modulus and over Q(i), by products over Z.
//
// Z/pZ: one product, coefficients below n p^2, and one reduction per coefficient. Q(i): with a = u + v i and
// b = s + t i the products u s, v t and (u + v)(s + t); denominators are multiplied, one canonicalisation at the end.
#include <polyfork/poly/dense/detail/vector_product.hpp>

#include <cstddef>
#include <utility>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr Integers integers{};
using OpsZ = DenseOps<Integers>;

/// Every second entry from `first` on, normalised.
IntegerVector half(const IntegerVector& parts, std::size_t first, const ExecutionContext& ctx) {
  IntegerVectorBuilder builder;
  std::size_t length = parts.size() / 2;
  while (length != 0 && parts[2 * (length - 1) + first].is_zero()) --length;
  builder.reserve(length, 0);
  for (std::size_t k = 0; k < length; ++k) builder.push_back(parts[2 * k + first]);
  return builder.finish(ctx);
}

IntegerView entry(const IntegerVector& a, std::size_t i) { return i < a.size() ? a[i] : IntegerView(); }

IntegerVector interleave(const IntegerVector& real, const IntegerVector& imaginary, std::size_t length,
                         const ExecutionContext& ctx) {
  IntegerVectorBuilder builder;
  builder.reserve(2 * length, 0);
  for (std::size_t k = 0; k < length; ++k) {
    builder.push_back(entry(real, k));
    builder.push_back(entry(imaginary, k));
  }
  return builder.finish(ctx);
}

}  // namespace

std::optional<IntegerVector> VectorProduct<BigPrimeField>::mul(const BigPrimeField& field, const IntegerVector& a,
                                                               const IntegerVector& b, const ExecutionContext& ctx) {
  const IntegerVector product = polyfork::mul(a, b, ctx);
  const MemoryReservation held = hold(product, ctx);
  return field.reduce(product, ctx);
}

std::optional<GaussianRationalVector> VectorProduct<GaussianRationals>::mul(const GaussianRationals&,
                                                                            const GaussianRationalVector& a,
                                                                            const GaussianRationalVector& b,
                                                                            const ExecutionContext& ctx) {
  const IntegerVector u = half(a.parts().numerators(), 0, ctx);
  const IntegerVector v = half(a.parts().numerators(), 1, ctx);
  const IntegerVector s = half(b.parts().numerators(), 0, ctx);
  const IntegerVector t = half(b.parts().numerators(), 1, ctx);
  const IntegerVector us = OpsZ::mul(integers, u, s, ctx);
  const IntegerVector vt = OpsZ::mul(integers, v, t, ctx);
  const MemoryReservation held_us = hold(us, ctx);
  const MemoryReservation held_vt = hold(vt, ctx);
  const IntegerVector all = OpsZ::mul(integers, OpsZ::add(integers, u, v, ctx), OpsZ::add(integers, s, t, ctx), ctx);
  const MemoryReservation held_all = hold(all, ctx);
  const IntegerVector real = OpsZ::sub(integers, us, vt, ctx);
  const IntegerVector imaginary = OpsZ::sub(integers, OpsZ::sub(integers, all, us, ctx), vt, ctx);
  IntegerVector parts = interleave(real, imaginary, a.size() + b.size() - 1, ctx);
  Integer denominator = polyfork::mul(a.parts().denominator(), b.parts().denominator());
  return GaussianRationalVector(RationalVector(std::move(parts), std::move(denominator), ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
