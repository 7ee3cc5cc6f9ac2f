// Power series over Z/pZ, truncated: polynomials modulo x^n.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// 1 / f modulo x^n by Newton's iteration: O(M(n)), 10 transforms of length n, where a product of n by n coefficients
/// takes 6. Throws DomainError when the constant term of f is zero.
POLYFORK_EXPORT PolyZp inverse_series(const PolyZp& f, std::size_t n,
                                      const ExecutionContext& ctx = ExecutionContext::default_context());
/// a / f modulo x^n, 13 transforms of length n. Throws DomainError when the constant term of f is zero, and
/// ModulusMismatch for series over different fields.
POLYFORK_EXPORT PolyZp divide_series(const PolyZp& a, const PolyZp& f, std::size_t n,
                                     const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
