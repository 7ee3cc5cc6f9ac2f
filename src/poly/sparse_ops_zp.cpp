// Sparse polynomials over PrimeField: what is compiled once.
#include <polyfork/poly/detail/sparse_division.hpp>
#include <polyfork/poly/detail/sparse_ops.hpp>

namespace polyfork::inline v1::detail {

template struct SparseOps<PrimeField>;
template struct SparseDivisionOps<PrimeField>;

}  // namespace polyfork::inline v1::detail
