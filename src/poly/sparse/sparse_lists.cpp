// Lists of terms of sparse univariate polynomials over the rings of src/ring: compiled once.
#include <polyfork/poly/sparse/sparse_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail::sup {

template struct SparseListOps<Integers>;
template struct SparseListOps<Rationals>;
template struct SparseListOps<GaussianRationals>;
template struct SparseListOps<PrimeField>;
template struct SparseListOps<BigPrimeField>;

}  // namespace detail::sup
}  // namespace v1
}  // namespace polyfork
