// Integers to residues modulo the primes of a basis, and back: a thread for each row and few primes;
// integer_tile_kernels.hpp has the kernels for many.
//
// To residues: the sum of the limbs times 2^(64 i) mod p_j, each product below 2^114, so that 2^14 of them fit 128
// bits; the sum is cut at 2^48 and 2^96 and reduced in doubles: pieces below p / 2 in F50's sense, one plain and two
// multiplied, are at most 1/2 + 2 (1/2 + 1/32) together. A row's sign is that of its residues.
//
// Back, as CrtBasis does: with y_j = r_j (M / p_j)^-1 mod p_j the sum of y_j M / p_j is x + q M, q the integer next to
// the sum of y_j / p_j. That sum is formed in units of 2^-50 from floor(y_j 2^63 / p_j), which is short by less than 2,
// cut to units of 2^-50: short by less than 2^-49 for each prime, 2^-36 in all. So q is right or one too small, and
// |x| < M in any case; x is compared with M / 2 exactly, as there. Limb l of the sum is that of y_j times limb l of the
// cofactors, 2^13 products of 50 and 64 bits, in 128 bits; - q M is one cofactor more, in two's complement. (D.
// Bernstein: Multidigit modular multiplication with the explicit Chinese remainder theorem, 1995.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/conversion_parameters.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The thread's place among all of the launch's.
POLYFORK_DEVICE std::size_t grid_thread() { return std::size_t{simt::block()} * simt::threads() + simt::thread(); }

/// A word below 2^50 in two pieces: the lower 25 bits in the lower half, the upper ones in the upper half.
inline constexpr unsigned piece_bits = 25;
inline constexpr std::uint64_t piece_mask = (std::uint64_t{1} << piece_bits) - 1;
POLYFORK_DEVICE std::uint64_t in_pieces(std::uint64_t word) { return (word >> piece_bits << 32) | (word & piece_mask); }
POLYFORK_DEVICE std::uint64_t of_pieces(std::uint64_t pieces) {
  return (pieces >> 32 << piece_bits) | (pieces & piece_mask);
}

/// Every 128-bit number, at most 1/2.
POLYFORK_DEVICE double reduce_wide(const IntegerPrime& p, simt::Wide x) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;
  const double low = F50::from_word(static_cast<std::uint64_t>(x) & mask);
  const double middle = p.field.multiply(F50::from_word(static_cast<std::uint64_t>(x >> 48) & mask), p.two_to_48);
  const double high = p.field.multiply(F50::from_word(static_cast<std::uint64_t>(x >> 96)), p.two_to_96);
  return p.field.reduce(F50::add(low, F50::add(middle, high)));
}

/// One thread for each prime and for what fills a row.
POLYFORK_KERNEL(conversion_threads, 1)
make_limb_powers_kernel(POLYFORK_PARAMETERS(LimbPowerParameters) p) {
  const auto j = static_cast<unsigned>(grid_thread());
  if (j >= p.row) return;
  const IntegerPrime& prime = p.primes[j < p.count ? j : 0];
  double power = 1;
  for (unsigned i = 0; i < p.digits; ++i) {
    p.powers[std::size_t{p.row} * i + j] = in_pieces(prime.field.to_word(power));
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
template <unsigned group>
POLYFORK_KERNEL(conversion_threads, 5)
integers_to_residues(POLYFORK_PARAMETERS(IntegersToResidues) p) {
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
    for (unsigned j = 0; j < group; ++j) sums[j] += simt::Wide{limb} * of_pieces(powers[j]);
  }
  POLYFORK_UNROLL
  for (unsigned j = 0; j < group; ++j) {
    if (j < p.count) {
      const double r = reduce_wide(p.primes[j], sums[j]);
      p.out[p.pitch * j + i] = size < 0 ? -r : r;
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

/// y_j of the integer number i, and what it adds to the sum of fractions.
POLYFORK_DEVICE std::uint64_t weigh_residue(const IntegerPrime& prime, double residue, std::uint64_t& fraction) {
  const std::uint64_t y = prime.field.to_word(prime.field.multiply(residue, prime.weight));
  fraction += simt::mul_high(y << 14, prime.reciprocal) >> 13;
  return y;
}

/// The integer next to a sum of fractions in units of 2^-50, or one less.
POLYFORK_DEVICE std::uint64_t quotient_of(std::uint64_t fraction) {
  return (fraction + (std::uint64_t{1} << 49)) >> 50;
}

/// One thread for each integer modulo `primes` primes, `columns` limbs at a time.
template <unsigned columns, unsigned primes>
POLYFORK_KERNEL(conversion_threads, 6)
residues_to_integers(POLYFORK_PARAMETERS(ResiduesToIntegers) p) {
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
