// Polynomials over Z in a power of x: f(x) = q(x^h).
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/detail/dense_poly_class.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The largest h such that f is a polynomial in x^h; 1 for constants. Precondition: f[0] != 0.
std::size_t deflation_power(const IntegerVector& f, const ExecutionContext& ctx);

/// The polynomial q with f(x) = q(x^h).
IntegerVector deflate(const IntegerVector& f, std::size_t h, const ExecutionContext& ctx);
/// The polynomial q(x^h). Precondition: q not empty. Throws MemoryLimit where it does not fit.
IntegerVector inflate(const IntegerVector& q, std::size_t h, const ExecutionContext& ctx);

/// In the variable of the argument.
inline PolyZ deflate(const PolyZ& f, std::size_t h, const ExecutionContext& ctx) {
  return PolyZ::make(deflate(f.coefficients(), h, ctx), f);
}
inline PolyZ inflate(const PolyZ& q, std::size_t h, const ExecutionContext& ctx) {
  return PolyZ::make(inflate(q.coefficients(), h, ctx), q);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
