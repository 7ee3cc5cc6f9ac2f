// The checker's signs of a polynomial at positive dyadic numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The positive number c 2^-k.
struct PositiveDyadic {
  Integer c;
  std::int64_t k = 0;

  Rational value() const { return Rational::dyadic(c, -k); }
};

/// The sign, 0 for a root, and the exponent of two of the absolute value, off by at most a few.
struct ProvedSign {
  int sign = 0;
  std::int64_t size = 0;
};

/// The values at the points, in their order. O(n) limb rows for each point, of as many limbs as the cancellation there
/// takes away, which is found by trying. Precondition: f not zero.
std::vector<ProvedSign> proved_signs(const IntegerVector& f, const std::vector<PositiveDyadic>& points,
                                     const ExecutionContext& ctx);

/// log2 of the smallest |f| at a few points of [2^j, 2^(j+1)]: for the choice of a precision there, no more.
std::int64_t size_in_annulus(const IntegerVector& f, std::int64_t j, const ExecutionContext& ctx);

/// out = floor(a 2^place) in two's complement. Precondition: it fits.
void put_floor(IntegerView a, std::int64_t place, mp_limb_t* out, std::size_t limbs);

/// Bits of a two's complement row: the least b with -2^b <= row < 2^b.
std::size_t row_bits(const mp_limb_t* row, std::size_t limbs) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
