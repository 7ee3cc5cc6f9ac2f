// Integers to residues modulo the primes of a basis, and back: a thread for each row and few primes;
// integer_tile_kernels.hpp has the kernels for many.
//
// To residues: the sum of the limbs times 2^(64 i) mod p_j, each product below 2^114, so that 2^14 of them fit 128
// bits; the sum is reduced as integer_primes.hpp says. A row's sign is that of its residues.
//
// Back, as CrtBasis does: with y_j = r_j (M / p_j)^-1 mod p_j the sum of y_j M / p_j is x + q M, q the integer next to
// the sum of y_j / p_j. That sum is formed in units of 2^-50, short by less than 2^-49 for each prime, 2^-36 in all. So
// q is right or one too small, and |x| < M in any case; x is compared with M / 2 exactly, as there. Limb l of the sum
// is that of y_j times limb l of the cofactors, 2^13 products of at most 50 and 64 bits, in 128 bits; - q M is one
// cofactor more, in two's complement. (D. Bernstein: Multidigit modular multiplication with the explicit Chinese
// remainder theorem, 1995.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/integer_primes.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The thread's place among all of the launch's.
POLYFORK_DEVICE std::size_t grid_thread() { return std::size_t{simt::block()} * simt::threads() + simt::thread(); }

/// One thread for each prime and for what fills a row.
template <class Field>
POLYFORK_KERNEL(conversion_threads, 1)
make_limb_powers_kernel(POLYFORK_PARAMETERS(LimbPowerParameters<Field>) p) {
  const auto j = static_cast<unsigned>(grid_thread());
  if (j >= p.row) return;
  const IntegerPrime<Field>& prime = p.primes[j < p.count ? j : 0];
  typename Field::Value power = prime.field.one();
  for (unsigned i = 0; i < p.digits; ++i) {
    p.powers[std::size_t{p.row} * i + j] = in_pieces<piece_bits<Field>>(prime.field.to_word(power));
    power = prime.field.multiply(power, prime.two_to_32);
  }
}

POLYFORK_DEVICE const std::uint64_t* row_limbs(const DeviceIntegerRows& in, std::size_t i) {
  constexpr std::size_t stripe_rows = 64;
  if (in.stripes == nullptr) return in.limbs + i * in.stride;
  const IntegerStripe& stripe = in.stripes[i / stripe_rows];
  return in.limbs + stripe.offset + i % stripe_rows * stripe.stride;
}

/// One thread for each row, which has a few limbs. Precondition: group is not below the number of primes.
template <class Field, unsigned group>
POLYFORK_KERNEL(conversion_threads, 5)
integers_to_residues(POLYFORK_PARAMETERS(IntegersToResidues<Field>) p) {
  const std::size_t i = grid_thread();
  if (i >= p.in.rows) return;
  const std::uint64_t* const limbs = row_limbs(p.in, i);
  const std::int32_t size = p.in.sizes[i];
  const auto used = static_cast<unsigned>(size < 0 ? -size : size);
  const std::uint64_t* powers = p.powers;
  simt::Wide sums[group] = {};
  for (unsigned l = 0; l < used; ++l, powers += std::size_t{2} * p.row) {
    const std::uint64_t limb = limbs[l];
    POLYFORK_UNROLL
    for (unsigned j = 0; j < group; ++j) sums[j] += simt::Wide{limb} * of_pieces<piece_bits<Field>>(powers[j]);
  }
  POLYFORK_UNROLL
  for (unsigned j = 0; j < group; ++j) {
    if (j < p.count) {
      const auto r = reduce_wide(p.primes[j], sums[j]);
      p.out[p.pitch * j + i] = size < 0 ? p.primes[j].field.negate(r) : r;
    }
  }
}

/// row := product - row; the limbs in use.
POLYFORK_DEVICE unsigned subtract_from(const std::uint64_t* product, std::uint64_t* row, unsigned limbs) {
  std::uint64_t borrow = 0;
  unsigned used = 0;
  for (unsigned l = 0; l < limbs; ++l) {
    const std::uint64_t a = product == nullptr ? 0 : product[l];
    const std::uint64_t difference = a - row[l];
    const std::uint64_t limb = difference - borrow;
    borrow = (a < row[l] ? 1 : 0) | (difference < borrow ? 1 : 0);
    row[l] = limb;
    if (limb != 0) used = l + 1;
  }
  return used;
}

POLYFORK_DEVICE bool at_least(const std::uint64_t* x, const std::uint64_t* y, unsigned limbs) {
  for (unsigned l = limbs; l-- > 0;)
    if (x[l] != y[l]) return x[l] > y[l];
  return true;
}

/// The integer next to a sum of fractions in units of 2^-50, or one less.
POLYFORK_DEVICE std::uint64_t quotient_of(std::uint64_t fraction) {
  return (fraction + (std::uint64_t{1} << 49)) >> 50;
}

/// One thread for each integer modulo `primes` primes, `columns` limbs at a time.
template <class Field, unsigned columns, unsigned primes>
POLYFORK_KERNEL(conversion_threads, 6)
residues_to_integers(POLYFORK_PARAMETERS(ResiduesToIntegers<Field>) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count_of_rows) return;
  std::uint64_t fraction = 0;
  std::uint64_t y[primes];
  POLYFORK_UNROLL
  for (unsigned j = 0; j < primes; ++j) y[j] = weigh_residue(p.primes[j], p.residues[p.pitch * j + i], fraction);
  const std::uint64_t quotient = quotient_of(fraction);

  std::uint64_t* const row = p.rows + i * p.limbs;
  simt::Wide carry = 0;
  std::uint64_t top = 0;
  unsigned used = 0;
  for (unsigned begin = 0; begin <= p.limbs; begin += columns) {
    simt::Wide sums[columns] = {};
    const std::uint64_t* cofactors = p.cofactors + begin;
    const auto add = [&](std::uint64_t factor) {
      POLYFORK_UNROLL
      for (unsigned c = 0; c < columns; ++c) sums[c] += simt::Wide{factor} * cofactors[c];
      cofactors += p.cofactor_row;
    };
    POLYFORK_UNROLL
    for (unsigned j = 0; j < primes; ++j) add(y[j]);
    add(quotient);
    POLYFORK_UNROLL
    for (unsigned c = 0; c < columns; ++c) {
      const unsigned l = begin + c;
      carry += sums[c];
      const auto limb = static_cast<std::uint64_t>(carry);
      carry >>= 64;
      if (l < p.limbs) {
        row[l] = limb;
        if (limb != 0) used = l + 1;
      } else if (l == p.limbs) {
        top = limb;
      }
    }
  }
  bool negative = top >> 63 != 0;
  if (negative) used = subtract_from(nullptr, row, p.limbs);
  if (at_least(row, p.upper_half, p.limbs)) {
    used = subtract_from(p.product, row, p.limbs);
    negative = !negative;
  }
  p.sizes[i] = negative ? -static_cast<std::int32_t>(used) : static_cast<std::int32_t>(used);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
