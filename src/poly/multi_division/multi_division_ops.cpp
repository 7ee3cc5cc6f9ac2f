// Divisions of sparse polynomials over Z, Q and Z/pZ: what is compiled once.
#include <polyfork/poly/multi_division/detail/multi_term_division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

template struct SparseDivisionOps<Integers>;
template struct SparseDivisionOps<Rationals>;
template struct SparseDivisionOps<PrimeField>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
