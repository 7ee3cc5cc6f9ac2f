// Lists of terms of sparse univariate polynomials over the rings of src/ring: compiled once.
#include <polyfork/poly/sparse_poly.hpp>

namespace polyfork::inline v1::detail::sup {

template struct SparseListOps<Integers>;
template struct SparseListOps<Rationals>;
template struct SparseListOps<GaussianRationals>;
template struct SparseListOps<PrimeField>;
template struct SparseListOps<BigPrimeField>;

}  // namespace polyfork::inline v1::detail::sup
