// Sparse polynomials over Z, Q and Z/pZ: what is compiled once.
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template struct SparseOps<Integers>;
template struct SparseOps<Rationals>;
template struct SparseOps<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
