// Interpolation over any field. Z/pZ has a faster one of its own: poly/residues/multipoint.hpp.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// The polynomial of degree below points.size() with these values at these points. Newton's divided differences, then
/// Horner's rule: O(n^2) operations of the field. Throws DomainError when two points are equal, when the numbers of
/// points and values differ, and for what is no element.
template <Field R>
DensePoly<R> interpolate(const R& field, std::span<const typename R::element> points,
                         std::span<const typename R::element> values,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::size_t n = points.size();
  if (values.size() != n) throw DomainError("interpolation takes as many values as points");
  for (std::size_t i = 0; i < n; ++i) {
    detail::require_element(field, points[i]);
    detail::require_element(field, values[i]);
  }
  std::vector<typename R::element> c(values.begin(), values.end());  // c[i] = f[points 0..i]
  for (std::size_t step = 1; step < n; ++step)
    for (std::size_t i = n; i-- > step;) {
      ctx.poll();
      const auto gap = field.sub(points[i], points[i - step]);
      if (field.is_zero(gap)) throw DomainError("interpolation at two equal points");
      c[i] = field.mul(field.sub(c[i], c[i - 1]), field.inverse(gap));
    }
  // c[i] becomes the coefficient of x^i of c[n-1] (x - p[n-2]) ... + ...
  for (std::size_t k = n; k-- > 0;)
    for (std::size_t i = k; i + 1 < n; ++i) {
      ctx.poll();
      c[i] = field.sub(c[i], field.mul(points[k], c[i + 1]));
    }
  return DensePoly<R>::from_elements(field, std::move(c));
}

/// The interpolation polynomial of lists in braces: interpolate(Rationals(), {0, 1, 2}, {1, 2, 5}).
template <Field R>
DensePoly<R> interpolate(const R& field, std::initializer_list<typename R::element> points,
                         std::initializer_list<typename R::element> values,
                         const ExecutionContext& ctx = ExecutionContext::default_context()) {
  using List = std::span<const typename R::element>;
  return interpolate(field, List(points.begin(), points.size()), List(values.begin(), values.size()), ctx);
}

}  // namespace v1
}  // namespace polyfork
