// Whether a polynomial over Z divides another one.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether f divides a over Q. f is primitive and not constant. One prime refuses nearly all polynomials that are no
/// multiples, in O(M(n)) word operations; of others the exact division decides. Throws Cancelled and MemoryLimit.
bool is_multiple_of(const PolyZ& a, const PolyZ& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
