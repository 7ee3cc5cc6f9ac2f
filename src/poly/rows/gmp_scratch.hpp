// How much memory GMP's long products and divisions allocate beside their operands: a bound for the memory account.
//
// From the sources of GMP 6.2 (mpn/generic/mul.c, nussbaumer_mul.c, mulmod_bnm1.c, mul_fft.c, tdiv_qr.c, mu_div_qr.c,
// itch functions in gmp-impl.h); S = na + nb limbs.
//
// Products. Schoolbook and Toom ranges: at most 4 nb + itch(toom) < 3 S + 1000. Above: a product modulo B^rn - 1 with
// rn = S rounded up to a multiple of a transform length, scratch rn + 4, or 3/2 rn + 4 for uneven operands. It runs a
// transform modulo B^(rn/2) + 1 in 2 K (n' + 1) limbs; K n' is rn rounded up to whole words of lcm(64, K) bits, which
// with GMP's choice of K adds less than a quarter: 5/2 rn. The two together: 4 rn, rn being S but for some hundred
// limbs. Operands more uneven than 8 : 1 are cut into blocks and need less. GMP's tables for 64-bit Arm choose larger
// K, which rounds up by more: up to 4.42 S where transforms begin, 4.13 S beyond.
//
// Divisions of na by nb limbs; x = nb / na, all in units of na. For x >= 1/2, nq = 1 - x limbs of quotient: shifted
// copies 3 nq, the scratch of the division of 2 nq by nq limbs 3 nq, the product of quotient and divisor x and its
// scratch 4 x: 6 - x together. Below: shifted copies 1 + x, an inverse of `in` limbs, the wrapped product and its
// scratch 5/2 x, the scratch of products of twice `in` limbs 8 in; in = nq / ceil(nq / nb) <= x: 31/6 at x = 1/3, less
// elsewhere. All stay below 6.
//
// tests/poly/rows/gmp_scratch_test.cpp counts the bytes: 3.93 S for products, 5.17 na for divisions are the worst of a
// dense scan to 2^17 limbs with GMP 6.2.1.
#pragma once

#include <cstddef>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Limbs that mpn_mul and mpn_sqr allocate at most.
constexpr std::size_t gmp_mul_scratch_limbs(std::size_t na, std::size_t nb) noexcept {
  const std::size_t operands = saturating_add(na, nb);
  const std::size_t rounding = operands < 4096 ? 1024 : 2048 + operands / 4;
  return saturating_add(saturating_mul(4, operands), rounding);
}
/// Limbs that mpn_tdiv_qr allocates at most, dividing na by nb <= na limbs.
constexpr std::size_t gmp_div_scratch_limbs(std::size_t na) noexcept {
  return saturating_add(saturating_mul(6, na), 1024);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
