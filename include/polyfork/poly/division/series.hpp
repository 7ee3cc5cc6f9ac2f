// Power series over any field, truncated: polynomials modulo x^n. Z/pZ has faster ones of its own:
// poly/residues/power_series.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// a modulo x^n.
template <Ring R>
DensePoly<R> truncated(const DensePoly<R>& a, std::size_t n) {
  if (a.length() <= n) return a;
  std::vector<typename R::element> low;
  low.reserve(n);
  for (std::size_t i = 0; i < n; ++i) low.push_back(a.coefficient(i));
  return DensePoly<R>::from_elements(a.ring(), std::move(low)).with_variable(a.variable());
}

/// 1 / f modulo x^n by Newton's iteration g <- g (2 - f g), which doubles the number of right coefficients: O(M(n))
/// operations. Throws DomainError when the constant term of f is zero.
template <Field R>
DensePoly<R> inverse_series(const DensePoly<R>& f, std::size_t n,
                            const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const R& ring = f.ring();
  if (ring.is_zero(f.coefficient(0))) throw DomainError("a power series without constant term has no inverse");
  if (n == 0) return DensePoly<R>(ring).with_variable(f.variable());
  DensePoly<R> g = DensePoly<R>::constant(ring, ring.inverse(f.coefficient(0))).with_variable(f.variable());
  if (!truncated(f, n).is_constant()) DensePoly<R>::check_degree(n - 1, ctx);  // of the inverse it is nearly that
  std::vector<std::size_t> lengths;                                            // from n down, halved
  for (std::size_t k = n; k > 1; k = (k + 1) / 2) lengths.push_back(k);
  for (; !lengths.empty(); lengths.pop_back()) {
    ctx.poll();
    const std::size_t k = lengths.back();
    const DensePoly<R> error = truncated(mul(truncated(f, k), g, ctx), k);  // 1 + O(x^(k / 2))
    const DensePoly<R> one = DensePoly<R>::constant(ring, ring.one());
    g = sub(g, truncated(mul(g, sub(error, one, ctx), ctx), k), ctx);
  }
  return g;
}

/// a / f modulo x^n. Throws DomainError when the constant term of f is zero, and for series in different variables.
template <Field R>
DensePoly<R> divide_series(const DensePoly<R>& a, const DensePoly<R>& f, std::size_t n,
                           const ExecutionContext& ctx = ExecutionContext::default_context()) {
  DensePoly<R>::check(a, f);
  return truncated(mul(truncated(a, n), inverse_series(f, n, ctx), ctx), n);
}

}  // namespace v1
}  // namespace polyfork
