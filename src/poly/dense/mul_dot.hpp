// Sums of products over Z, and low parts of products.
#pragma once

#include <span>

#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The sum of a[i] b[i], not normalised. a.size() == b.size().
IntegerVector mul_dot(std::span<const PolyZ> a, std::span<const PolyZ> b, const ExecutionContext& ctx);

/// The n lowest coefficients of a b, or all if there are fewer. Neither is empty.
IntegerVector mul_low(const IntegerVector& a, const IntegerVector& b, std::size_t n, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
