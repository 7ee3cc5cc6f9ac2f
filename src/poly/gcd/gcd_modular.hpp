// Modular gcd in Z[x], with cofactors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A candidate is tried when its integers are shorter than the modulus by this many bits: then more images would hardly
/// change it.
inline constexpr std::size_t gcd_slack_bits = 16;

/// Where the word primes come from; tests put unlucky ones in front.
using PrimeSource = std::function<std::uint64_t()>;

struct GcdCofactors {
  IntegerVector gcd;  ///< primitive, positive leading coefficient
  IntegerVector a;    ///< a / gcd
  IntegerVector b;    ///< b / gcd
};

/// gcd of the primitive parts, and what is left of a and b themselves. Preconditions: both normalised and not empty.
/// Exported for the tests.
POLYFORK_EXPORT GcdCofactors gcd_cofactors(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);
POLYFORK_EXPORT GcdCofactors gcd_cofactors(const IntegerVector& a, const IntegerVector& b, const PrimeSource& primes,
                                           const ExecutionContext& ctx);

/// out = the gcd of the primitive parts, which is proved without its cofactors; for short operands nothing is allocated
/// but what out lacks. Preconditions: likewise, out is neither a nor b; `lead` is the gcd of the leading coefficients.
void gcd_primitive_into(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, Integer lead,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
