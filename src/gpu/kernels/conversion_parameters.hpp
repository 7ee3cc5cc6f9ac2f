// What the kernels are told that convert integers and words to residues and back. For the host as well.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/field_f31.hpp"
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

/// A prime of a basis with product M.
template <class Field>
struct IntegerPrime;
/// Between 2^49 and 2^50.
template <>
struct IntegerPrime<F50> {
  F50 field;
  F50::Root two_to_32;
  F50::Root two_to_48;
  F50::Root two_to_96;
  F50::Root weight;          ///< (M / p)^-1
  std::uint64_t reciprocal;  ///< floor(2^113 / p)
};
/// Between 2^27 and 2^31.
template <>
struct IntegerPrime<F31> {
  F31 field;
  F31::Root two_to_32;
  std::uint32_t powers[4];   ///< 2^(32 (i + 2)) modulo p: what makes digit i of a number a value
  std::uint32_t weight;      ///< (M / p)^-1, plain
  std::uint64_t reciprocal;  ///< floor(2^90 / p)
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

template <class Field>
struct LimbPowerParameters {
  const IntegerPrime<Field>* primes;
  unsigned count;
  unsigned row;           ///< words of a row of powers: a multiple of reduced_together
  unsigned digits;        ///< of 32 bits: rows
  std::uint64_t* powers;  ///< 2^(32 i) modulo prime j at [row i + j], in two pieces
};

template <class Field>
struct IntegersToResidues {
  DeviceIntegerRows in;
  const IntegerPrime<Field>* primes;
  unsigned count;
  unsigned row;
  const std::uint64_t* powers;
  typename Field::Value* out;
  std::size_t pitch;
};

template <class Field>
struct ResiduesToIntegers {
  const IntegerPrime<Field>* primes;
  unsigned count;
  unsigned limbs;                   ///< of M, and of a row of the result
  const std::uint64_t* cofactors;   ///< M / p_j at [cofactor_row j], then -M in two's complement
  unsigned cofactor_row;            ///< words; more than limbs, a multiple of 32
  const std::uint64_t* product;     ///< the limbs of M
  const std::uint64_t* upper_half;  ///< those of (M + 1) / 2, as many
  typename Field::Value* residues;  ///< used up
  std::size_t pitch;
  std::size_t count_of_rows;
  std::uint64_t* rows;  ///< magnitudes
  std::int32_t* sizes;  ///< with signs
};

/// Primes that words are lifted from: their product exceeds every coefficient of a product of words below 2^63.
template <class Field>
inline constexpr unsigned most_lift_primes = 4;
template <>
inline constexpr unsigned most_lift_primes<F31> = 5;

/// A prime that words are reduced by.
template <class Field>
struct WordPrime;
template <>
struct WordPrime<F50> {
  F50 field;
  F50::Root two_to_48;
};
template <>
struct WordPrime<F31> {
  F31 field;
  std::uint32_t cube;  ///< 2^96 modulo p
};

template <class Field>
struct WordsToResidues {
  const std::uint64_t* words;
  std::size_t count;
  typename Field::Value* out;
  std::size_t pitch;
  unsigned primes;
  bool direct;  ///< the words are canonical residues modulo the one prime
  WordPrime<Field> prime[most_lift_primes<Field>];
};

template <class Field>
struct ResiduesToWords {
  const typename Field::Value* residues;
  std::size_t count;
  std::uint64_t* words;
  Field field;
};

/// A factor w modulo m with floor(w 2^64 / m), as CrtFactor.
struct WordFactor {
  std::uint64_t value;
  std::uint64_t quotient;
};

/// Garner's digits of x from residues modulo primes, then x modulo a word.
template <class Field>
struct LiftToWords {
  static constexpr unsigned most = most_lift_primes<Field>;

  const typename Field::Value* residues;
  std::size_t pitch;
  std::size_t count;
  std::uint64_t* words;
  std::uint64_t modulus;  ///< below 2^63
  Field fields[most];
  typename Field::Root inverses[most][most];  ///< [j][i]: p_i^-1 modulo p_j, i < j
  WordFactor radices[most];                   ///< p_0 ... p_(i-1) modulo the modulus
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
