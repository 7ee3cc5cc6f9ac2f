// Sparse polynomials over Rationals: what is compiled once.
#include <polyfork/poly/detail/sparse_division.hpp>
#include <polyfork/poly/detail/sparse_ops.hpp>

namespace polyfork::inline v1::detail {

template struct SparseOps<Rationals>;
template struct SparseDivisionOps<Rationals>;

}  // namespace polyfork::inline v1::detail
