// All rational roots of a square-free polynomial, by p-adic lifting.
#pragma once

#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The rational roots, ascending, and the polynomial with their linear factors divided out. Preconditions: f primitive
/// and square-free, f(0) != 0, degree >= 1.
std::pair<std::vector<Rational>, PolyZ> split_rational_roots(PolyZ f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
