// An equation at the points of a univariate representation, as a polynomial in the form's value.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/system/representation.hpp>

#include "system/proofs/held_polynomial.hpp"
#include "system/proofs/integer_equation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// F(g_1 / (d_1 f'), ..., g_n / (d_n f')) times f'^e d_1^m_1 ... d_n^m_n, where the equation F has degree e, and m_j in
/// x_j. slope: f'. With numbers of b bits and f of degree d it has e d coefficients of about e b bits; besides itself
/// no more than one partial sum for each variable and one power is held, and all of them are charged to the context.
/// Throws Cancelled and MemoryLimit.
HeldPolynomial equation_at_roots(const IntegerEquation& equation, const UnivariateRepresentation& r, const PolyZ& slope,
                                 const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
