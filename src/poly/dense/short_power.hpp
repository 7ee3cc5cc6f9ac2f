// Powers of polynomials of few terms in straight limbs, without a plan; power_short chooses.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a^n for n >= 3 by the binomial coefficients (binomial_power.cpp). False, with nothing done, where the power is
/// long or the first coefficient zero. `out` may be a. Precondition: a has two coefficients, the second not zero.
bool binomial_power(IntegerVector& out, const IntegerVector& a, std::uint64_t n, const ExecutionContext& ctx);

/// out = a^3 where coefficients are words and those of the cube pairs of words (short_cube.cpp). False, with nothing
/// done, elsewhere. `out` may be a. 3 n^2 products of words.
bool cube_in_pairs(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
