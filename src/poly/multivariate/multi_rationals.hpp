// Sparse polynomials over Z as polynomials over Q: the way back from numerator_polynomial.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/rational_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a / denominator. Precondition: denominator not zero.
inline MultiPolyQ over_denominator(const MultiPolyZ& a, const Integer& denominator, const ExecutionContext& ctx) {
  return MultiPolyQ::make(Rationals{}, a.variables(),
                          {a.monomials(), RationalVector(a.coefficients(), denominator, ctx)});
}

inline MultiPolyQ monic_rational(const MultiPolyZ& a, const ExecutionContext& ctx) {
  return over_denominator(a, a.is_zero() ? Integer(1) : a.coefficient(0), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
