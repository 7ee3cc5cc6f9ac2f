// Cyclotomic polynomials: recognised, and found as factors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// m where f is the m-th cyclotomic polynomial, else 0.
std::uint64_t cyclotomic_index(const IntegerVector& f, const ExecutionContext& ctx);

/// Divides all cyclotomic factors out of f and returns them. Precondition: f square-free, not constant.
std::vector<IntegerVector> take_cyclotomic_factors(IntegerVector& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
