// A proof by values that a polynomial in several variables has no repeated factors.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// True only where no factor of f that is not constant is repeated. False says nothing: the point or the prime may be
/// unlucky, the field or the memory too small, degrees too high for lists of coefficients.
///
/// For each variable x_v all others take random values modulo a word prime. If the image keeps the degree in x_v and is
/// square-free, no factor that contains x_v is repeated: the image of its square would be a square of the same degree.
/// One pass over the terms for all variables, by several tasks, and for each variable a gcd of polynomials in one
/// variable, where gcds in several variables take many images. f is not zero.
bool is_square_free_at_a_point(const MultiPolyZ& f, const ExecutionContext& ctx);
bool is_square_free_at_a_point(const MultiPolyZp& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
