// Values of short polynomials to many bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The value f(c 2^-k) with an error of at most 2^-bits: error 2^exponent <= 2^-bits. About 2 sqrt(n) products as long
/// as the result for short coefficients, by evaluate_dyadic otherwise. Precondition: f is not zero.
ApproximateValue value_to(const IntegerVector& f, const Integer& c, std::int64_t k, std::int64_t bits,
                          const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
