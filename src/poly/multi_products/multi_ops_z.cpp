// Sparse polynomials over Integers: what is compiled once.
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>
#include <polyfork/poly/multi_products/detail/multi_term_division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template struct SparseOps<Integers>;
template struct SparseDivisionOps<Integers>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
