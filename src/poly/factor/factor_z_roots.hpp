// Rational roots of polynomials over Z.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/factor/factor_result.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// In ascending order, with multiplicities. Precondition: f normalised, not empty.
std::vector<PolynomialRoot<Rationals>> rational_roots(const IntegerVector& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
