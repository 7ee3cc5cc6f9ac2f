// SparseOps<PrimeField>, compiled once.
#include <polyfork/poly/detail/sparse_ops.hpp>

namespace polyfork::inline v1::detail {

template struct SparseOps<PrimeField>;

}  // namespace polyfork::inline v1::detail
