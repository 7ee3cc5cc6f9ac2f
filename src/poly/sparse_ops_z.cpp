// SparseOps<Integers>, compiled once.
#include <polyfork/poly/detail/sparse_ops.hpp>

namespace polyfork::inline v1::detail {

template struct SparseOps<Integers>;

}  // namespace polyfork::inline v1::detail
