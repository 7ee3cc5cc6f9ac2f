// The plans of gcds in several variables.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// The steps of gcd(a, b), in its children, with their reasons: what is taken out first, and which images the gcd is
/// found by, with their primes and points as far as these are known before. Contents, univariate images modulo a prime
/// and leading coefficients are computed as gcd(a, b) computes them; divisions that would end it, and images, are not.
/// Throws what gcd throws for such operands.
POLYFORK_EXPORT PlanDescription explain_gcd(const MultiPolyZ& a, const MultiPolyZ& b,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_gcd(const MultiPolyQ& a, const MultiPolyQ& b,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PlanDescription explain_gcd(const MultiPolyZp& a, const MultiPolyZp& b,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
