// Polynomials over rings with flat vectors but without operations of their own: compiled once.
#include <polyfork/poly/dense_poly.hpp>

namespace polyfork::inline v1::detail {

template struct DenseOps<GaussianRationals>;
template struct DenseOps<BigPrimeField>;

}  // namespace polyfork::inline v1::detail
