// Cyclotomic polynomials: made, recognised, and found as factors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The m-th cyclotomic polynomial, m >= 1. Precondition: its degree is below 2^24, so that coefficients are words.
IntegerVector cyclotomic(std::uint64_t m);
/// m where f is the m-th cyclotomic polynomial, else 0.
std::uint64_t cyclotomic_index(const IntegerVector& f, const ExecutionContext& ctx);

/// Divides all cyclotomic factors out of f and returns them. Precondition: f square-free, not constant.
std::vector<IntegerVector> take_cyclotomic_factors(IntegerVector& f, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
