// Polynomials over rings with flat vectors but without operations of their own: compiled once.
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template struct DenseOps<GaussianRationals>;
template struct DenseOps<BigPrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
