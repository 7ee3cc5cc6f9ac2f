// Values of polynomials over Z at integer points.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f(x, point), normalised: x is the first variable of the sequence, the point has a value for each of the others. One
/// product for each term and variable, terms in parallel. Throws Cancelled.
IntegerVector value_in_main_variable(const MultiPolyZ& f, std::span<const std::size_t> sequence,
                                     std::span<const Integer> point, const ExecutionContext& ctx);

/// The value of a polynomial without the first variable of the sequence.
Integer value_at_point(const MultiPolyZ& a, std::span<const std::size_t> sequence, std::span<const Integer> point);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
