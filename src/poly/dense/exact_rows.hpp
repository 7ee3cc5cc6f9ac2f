// Exact quotients of rows by few limbs, from the lowest limb upwards.
//
// A limb of the quotient is the lowest limb that is left times the inverse of the divisor's modulo 2^64, and its
// multiple of the divisor is taken away: 3 m + 6 cycles a limb for m limbs in straight code, where a call of mpn for
// each takes as many before it begins. Literature: Jebelean, J. Symb. Comp. 15 (1993).
#pragma once

#include <bit>
#include <cstddef>

#include <gmp.h>

#include <polyfork/ring/integer_view.hpp>

#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Divisors of at most so many limbs are divided by in straight code.
inline constexpr std::size_t few_divisor_limbs = 6;

/// The inverse of an odd word modulo 2^64.
inline mp_limb_t inverse_of_odd(mp_limb_t d) noexcept {
  mp_limb_t inverse = (3 * d) ^ 2;  // of 5 bits, which every step doubles
  for (int i = 0; i < 4; ++i) inverse *= 2 - d * inverse;
  return inverse;
}

/// quotient = row / divisor for n >= M limbs, `row` being overwritten; n - M + 1 limbs. The divisor is odd.
template <std::size_t M>
void divide_by_odd(mp_limb_t* quotient, mp_limb_t* row, std::size_t n, const mp_limb_t* divisor) noexcept {
  __extension__ using Wide = unsigned __int128;
  const mp_limb_t inverse = inverse_of_odd(divisor[0]);
  mp_limb_t d[M];
#pragma GCC unroll 8
  for (std::size_t j = 0; j < M; ++j) d[j] = divisor[j];
  mp_limb_t pending = 0;  // a borrow of the limb that is next above the divisor's
  for (std::size_t i = 0; i + M <= n; ++i) {
    mp_limb_t* const r = row + i;
    const mp_limb_t q = r[0] * inverse;
    quotient[i] = q;
    auto carry = static_cast<mp_limb_t>((static_cast<Wide>(q) * d[0]) >> 64);  // the low limbs cancel
#pragma GCC unroll 8
    for (std::size_t j = 1; j < M; ++j) {
      const Wide product = static_cast<Wide>(q) * d[j] + carry;
      const auto low = static_cast<mp_limb_t>(product);
      carry = static_cast<mp_limb_t>(product >> 64) + static_cast<mp_limb_t>(r[j] < low);
      r[j] -= low;
    }
    if (i + M == n) return;
    const mp_limb_t top = r[M];
    const mp_limb_t less = top - carry;
    const mp_limb_t borrow = static_cast<mp_limb_t>(top < carry);
    r[M] = less - pending;
    pending = borrow + static_cast<mp_limb_t>(less < pending);
  }
}

/// quotient = row / divisor, known to be exact, for n and 1 < m <= few_divisor_limbs limbs, the top ones not zero; both
/// operands are overwritten. The quotient has room for n limbs; how many it has.
inline std::size_t divide_exactly(mp_limb_t* quotient, mp_limb_t* row, std::size_t n, mp_limb_t* divisor,
                                  std::size_t m) noexcept {
  for (; divisor[0] == 0; ++divisor, ++row) --m, --n;
  if (const int zeros = std::countr_zero(divisor[0]); zeros != 0) {
    mpn_rshift(divisor, divisor, static_cast<mp_size_t>(m), static_cast<unsigned>(zeros));
    mpn_rshift(row, row, static_cast<mp_size_t>(n), static_cast<unsigned>(zeros));
    m = strip(divisor, m);
    n = strip(row, n);
  }
  static_assert(few_divisor_limbs == 6);
  switch (m) {
    case 1:
      mpn_divexact_1(quotient, row, static_cast<mp_size_t>(n), divisor[0]);
      return strip(quotient, n);
    case 2:
      divide_by_odd<2>(quotient, row, n, divisor);
      break;
    case 3:
      divide_by_odd<3>(quotient, row, n, divisor);
      break;
    case 4:
      divide_by_odd<4>(quotient, row, n, divisor);
      break;
    case 5:
      divide_by_odd<5>(quotient, row, n, divisor);
      break;
    default:
      divide_by_odd<6>(quotient, row, n, divisor);
  }
  return strip(quotient, n - m + 1);
}

/// quotient = row / divisor for divisors of any length, as divide_exactly has it for short ones: quotients by long ones
/// are GMP's, in memory that is there, since it asks for no more limbs than the quotient may have.
inline std::size_t exact_quotient(mp_limb_t* quotient, mp_limb_t* row, std::size_t n, mp_limb_t* divisor,
                                  std::size_t m) noexcept {
  if (m == 1) {
    mpn_divexact_1(quotient, row, static_cast<mp_size_t>(n), divisor[0]);
    return strip(quotient, n);
  }
  if (m <= few_divisor_limbs) return divide_exactly(quotient, row, n, divisor, m);
  mpz_t z;
  z[0] = __mpz_struct{static_cast<int>(n), 0, quotient};
  mpz_divexact(z, IntegerView(row, signed_size(n, false)).mpz(), IntegerView(divisor, signed_size(m, false)).mpz());
  return static_cast<std::size_t>(z[0]._mp_size);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
