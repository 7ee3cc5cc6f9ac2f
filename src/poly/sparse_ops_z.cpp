// Sparse polynomials over Integers: what is compiled once.
#include <polyfork/poly/detail/sparse_division.hpp>
#include <polyfork/poly/detail/sparse_ops.hpp>

namespace polyfork::inline v1::detail {

template struct SparseOps<Integers>;
template struct SparseDivisionOps<Integers>;

}  // namespace polyfork::inline v1::detail
