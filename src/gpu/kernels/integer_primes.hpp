// What conversions of integers do modulo one prime, for each field: reduce a long sum, weigh a residue, and hold a
// number below the prime in two pieces whose products with many digits fit 64 bits.
#pragma once

#include <cstdint>

#include "gpu/kernels/conversion_parameters.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The bits of the lower piece; the upper one has no more.
template <class Field>
inline constexpr unsigned piece_bits = 25;
template <>
inline constexpr unsigned piece_bits<F31> = 16;

/// A word below 2^(2 bits) in two pieces: the lower bits in the lower half, the others in the upper half.
template <unsigned bits>
POLYFORK_DEVICE std::uint64_t in_pieces(std::uint64_t word) {
  return (word >> bits << 32) | (word & ((std::uint64_t{1} << bits) - 1));
}
template <unsigned bits>
POLYFORK_DEVICE std::uint64_t of_pieces(std::uint64_t pieces) {
  return (pieces >> 32 << bits) | (pieces & ((std::uint64_t{1} << bits) - 1));
}

/// Every 128-bit number, at most 1/2: cut at 2^48 and 2^96. Pieces below p / 2 in F50's sense, one plain and two
/// multiplied, are at most 1/2 + 2 (1/2 + 1/32) together.
POLYFORK_DEVICE double reduce_wide(const IntegerPrime<F50>& p, simt::Wide x) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;
  const double low = F50::from_word(static_cast<std::uint64_t>(x) & mask);
  const double middle = p.field.multiply(F50::from_word(static_cast<std::uint64_t>(x >> 48) & mask), p.two_to_48);
  const double high = p.field.multiply(F50::from_word(static_cast<std::uint64_t>(x >> 96)), p.two_to_96);
  return p.field.reduce(F50::add(low, F50::add(middle, high)));
}
/// Every 128-bit number, digit by digit.
POLYFORK_DEVICE std::uint32_t reduce_wide(const IntegerPrime<F31>& p, simt::Wide x) {
  std::uint32_t sum = 0;
  POLYFORK_UNROLL
  for (unsigned i = 0; i < 4; ++i)
    sum = p.field.add(sum, p.field.multiply(static_cast<std::uint32_t>(x >> 32 * i), p.powers[i]));
  return sum;
}

/// The weight y = r (M / p)^-1 modulo p of a residue r, and y / p added to a sum in units of 2^-50, short by less than
/// two of them.
POLYFORK_DEVICE std::uint64_t weigh_residue(const IntegerPrime<F50>& prime, double residue, std::uint64_t& fraction) {
  const std::uint64_t y = prime.field.to_word(prime.field.multiply(residue, prime.weight));
  fraction += simt::mul_high(y << 14, prime.reciprocal) >> 13;
  return y;
}
POLYFORK_DEVICE std::uint64_t weigh_residue(const IntegerPrime<F31>& prime, std::uint32_t residue,
                                            std::uint64_t& fraction) {
  const std::uint64_t y = prime.field.multiply(residue, prime.weight);  // a value times a plain word is a plain word
  fraction += simt::mul_high(y << 24, prime.reciprocal);
  return y;
}

/// A weight in the place of its residue, and its pieces from there.
POLYFORK_DEVICE void store_weight(double& residue, std::uint64_t y) {
  residue = simt::from_bits(in_pieces<piece_bits<F50>>(y));
}
POLYFORK_DEVICE void store_weight(std::uint32_t& residue, std::uint64_t y) { residue = static_cast<std::uint32_t>(y); }
POLYFORK_DEVICE std::uint64_t weight_pieces(double stored) { return simt::bits(stored); }
POLYFORK_DEVICE std::uint64_t weight_pieces(std::uint32_t stored) { return in_pieces<piece_bits<F31>>(stored); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
