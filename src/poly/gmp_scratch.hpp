// How much memory GMP's long products and divisions allocate beside their operands: a bound for the memory account.
//
// From the sources of GMP 6.2 (mpn/generic/mul.c, nussbaumer_mul.c, mulmod_bnm1.c, mul_fft.c, tdiv_qr.c, mu_div_qr.c,
// itch functions in gmp-impl.h); S = na + nb limbs.
//
// Products. Schoolbook and Toom ranges: at most 4 nb + itch(toom) < 3 S + 1000. Above: a product modulo B^rn - 1 with
// rn = S rounded up to a multiple of a transform length, scratch rn + 4, or 3/2 rn + 4 for uneven operands. It runs a
// transform modulo B^(rn/2) + 1 in 2 K (n' + 1) limbs, where K n' is 2 (rn/2) rounded up to whole words of lcm(64, K)
// bits, and once more for the transforms below: at most 5/4 rn each. The two together: 3/2 rn + 5/2 rn = 4 rn, rn
// being S but for some hundred limbs. Operands more uneven than 8 : 1 are cut into blocks and need less.
//
// Divisions of na by nb limbs. Copies of both operands, shifted to a normalised divisor (na + nb + 1); the scratch of
// the division by multiplication, inverse (in <= nb limbs), wrapped product and its scratch, in + 5/2 nb; on top the
// products of twice `in` limbs, 4 * 2 in. With quotients of nq = na - nb limbs, in = nq / 2 for nq <= nb and in <= nb
// above, the sum has its largest share of na, 21/4, where na = 4/3 nb, and stays below 6 na everywhere.
//
// tests/poly/gmp_scratch_test.cpp counts the bytes: 3.93 S for products, 5.17 na for divisions are the worst of a dense
// scan to 2^17 limbs with GMP 6.2.1.
#pragma once

#include <cstddef>

#include "core/limits.hpp"

namespace polyfork::inline v1::detail {

/// Limbs that mpn_mul and mpn_sqr allocate at most.
constexpr std::size_t gmp_mul_scratch_limbs(std::size_t na, std::size_t nb) noexcept {
  return saturating_add(saturating_mul(4, saturating_add(na, nb)), 1024);
}
/// Limbs that mpn_tdiv_qr allocates at most, dividing na by nb <= na limbs.
constexpr std::size_t gmp_div_scratch_limbs(std::size_t na) noexcept {
  return saturating_add(saturating_mul(6, na), 1024);
}

}  // namespace polyfork::inline v1::detail
