// Values of a polynomial over Z or Q at many points, and of one over Z at fractions.
#pragma once

#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {

/// f at every point: values[i] = f(points[i]); points may repeat. Over Z the coefficients are laid out once for all
/// points of one word; then point by point, in parallel: values are as long as degree times point, so that all
/// together are as much work as a tree of remainders would be, up to a logarithm. Throws MemoryLimit and Cancelled as
/// the context says.
POLYFORK_EXPORT std::vector<Integer> evaluate_many(const PolyZ& f, std::span<const Integer> points,
                                                   const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<Rational> evaluate_many(const PolyQ& f, std::span<const Rational> points,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT std::vector<Rational> evaluate_many(const PolyZ& f, std::span<const Rational> points,
                                                    const ExecutionContext& ctx = ExecutionContext::default_context());

/// Writes the values into a list that is there and reuses the memory of its numbers. `values` may be the list of the
/// points. Where it throws, the list holds as many numbers, of which only some are values.
POLYFORK_EXPORT void evaluate_many_into(std::vector<Integer>& values, const PolyZ& f, std::span<const Integer> points,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT void evaluate_many_into(std::vector<Rational>& values, const PolyQ& f, std::span<const Rational> points,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT void evaluate_many_into(std::vector<Rational>& values, const PolyZ& f, std::span<const Rational> points,
                                        const ExecutionContext& ctx = ExecutionContext::default_context());

/// out = f(x), as evaluate(f, x). `out` may be x.
POLYFORK_EXPORT void evaluate_into(Rational& out, const PolyZ& f, const Rational& x,
                                   const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
