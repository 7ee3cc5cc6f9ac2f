// Powers of short polynomials over Z and Q coefficient by coefficient.
#pragma once

#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a^n, where that is short: a constant, a, a square, a power of two terms, none of them long; no plan is made
/// and nothing is allocated but the result. False, with nothing done, elsewhere. `out` may be a. Polls and charges.
POLYFORK_EXPORT bool power_short(IntegerVector& out, const IntegerVector& a, std::uint64_t n,
                                 const ExecutionContext& ctx);
/// a^n by the recurrence, where that is predicted to be faster than squaring, and by squaring elsewhere; nothing for
/// n = 0. Precondition: a normalised, not constant. Polls and charges.
POLYFORK_EXPORT std::optional<IntegerVector> power_by_recurrence(const IntegerVector& a, std::uint64_t n,
                                                                 const ExecutionContext& ctx);
/// a^n over Q, that of the numerators, which have no common factor with the denominator before and after.
POLYFORK_EXPORT std::optional<RationalVector> power_by_recurrence(const RationalVector& a, std::uint64_t n,
                                                                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
