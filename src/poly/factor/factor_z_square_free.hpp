// Irreducible factors of square-free polynomials over Z.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Primitive, with positive leading coefficients, in no particular order. Precondition: f primitive, not constant,
/// square-free, with a positive leading coefficient.
std::vector<IntegerVector> irreducible_factors(const IntegerVector& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
