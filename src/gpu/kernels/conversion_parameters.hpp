// What the kernels are told that convert integers and words to residues and back. For the host as well.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/field_f50.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned conversion_threads = 128;
/// Primes that one thread reduces a row for, 4 where there are no more; rows of powers are multiples of the larger one.
/// More primes are the work of tiles.
inline constexpr unsigned few_reduced_together = 4;
inline constexpr unsigned reduced_together = 8;
/// Bounds that the sums of products of conversions rest on: of the limbs of an integer and of the primes of a basis.
inline constexpr std::size_t most_converted_limbs = std::size_t{1} << 14;
inline constexpr std::size_t most_basis_primes = (std::size_t{1} << 13) - 1;

/// A prime between 2^49 and 2^50 of a basis with product M.
struct IntegerPrime {
  F50 field;
  F50::Root two_to_32;
  F50::Root two_to_48;
  F50::Root two_to_96;
  F50::Root weight;          ///< (M / p)^-1
  std::uint64_t reciprocal;  ///< floor(2^113 / p)
};

/// As in IntegerVector, both in limbs.
struct IntegerStripe {
  std::uint64_t offset;
  std::uint64_t stride;
};

/// An IntegerVector's memory on the device.
struct DeviceIntegerRows {
  const std::uint64_t* limbs;
  const IntegerStripe* stripes;  ///< of 64 rows each; null: all of `stride` limbs, without a gap
  std::uint64_t stride;
  const std::int32_t* sizes;  ///< signed numbers of limbs
  std::size_t rows;
};

struct LimbPowerParameters {
  const IntegerPrime* primes;
  unsigned count;
  unsigned row;           ///< words of a row of powers: a multiple of reduced_together
  unsigned digits;        ///< of 32 bits: rows
  std::uint64_t* powers;  ///< 2^(32 i) modulo prime j at [row i + j], in two pieces of 25 bits
};

struct IntegersToResidues {
  DeviceIntegerRows in;
  const IntegerPrime* primes;
  unsigned count;
  unsigned row;
  const std::uint64_t* powers;
  double* out;
  std::size_t pitch;
};

struct ResiduesToIntegers {
  const IntegerPrime* primes;
  unsigned count;
  unsigned limbs;                   ///< of M, and of a row of the result
  const std::uint64_t* cofactors;   ///< M / p_j at [cofactor_row j], then -M in two's complement
  unsigned cofactor_row;            ///< words; more than limbs, a multiple of 32
  const std::uint64_t* product;     ///< the limbs of M
  const std::uint64_t* upper_half;  ///< those of (M + 1) / 2, as many
  double* residues;                 ///< used up
  std::size_t pitch;
  std::size_t count_of_rows;
  std::uint64_t* rows;  ///< magnitudes
  std::int32_t* sizes;  ///< with signs
};

inline constexpr unsigned most_lift_primes = 4;

/// A prime below 2^50 that words are reduced by.
struct WordPrime {
  F50 field;
  F50::Root two_to_48;
};

struct WordsToResidues {
  const std::uint64_t* words;
  std::size_t count;
  double* out;
  std::size_t pitch;
  unsigned primes;
  bool direct;  ///< the words are canonical residues modulo the one prime
  WordPrime prime[most_lift_primes];
};

struct ResiduesToWords {
  const double* residues;
  std::size_t count;
  std::uint64_t* words;
  F50 field;
};

/// A factor w modulo m with floor(w 2^64 / m), as CrtFactor.
struct WordFactor {
  std::uint64_t value;
  std::uint64_t quotient;
};

/// Garner's digits of x from residues modulo primes between 2^49 and 2^50, then x modulo a word.
struct LiftToWords {
  const double* residues;
  std::size_t pitch;
  std::size_t count;
  std::uint64_t* words;
  std::uint64_t modulus;  ///< below 2^63
  F50 fields[most_lift_primes];
  F50::Root inverses[most_lift_primes][most_lift_primes];  ///< [j][i]: p_i^-1 modulo p_j, i < j
  WordFactor radices[most_lift_primes];                    ///< p_0 ... p_(i-1) modulo the modulus
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
