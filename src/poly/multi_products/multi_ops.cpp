// Sparse polynomials over Z, Q and Z/pZ: what is compiled once.
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multi_products/detail/multi_term_division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template struct SparseOps<Integers>;
template struct SparseOps<Rationals>;
template struct SparseOps<PrimeField>;
template struct SparseDivisionOps<Integers>;
template struct SparseDivisionOps<Rationals>;
template struct SparseDivisionOps<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
