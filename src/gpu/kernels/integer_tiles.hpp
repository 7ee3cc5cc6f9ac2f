// What blocks hold in shared memory that convert integers by tiles. For the host as well.
#pragma once

#include <cstdint>

#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Two words that are read together.
struct alignas(16) WordPair {
  std::uint64_t word[2];
};

/// What a block of integers_to_residues_by_tiles shares: 16 limbs of 128 rows and the powers for them.
struct ResidueTile {
  static constexpr unsigned threads = 128;
  static constexpr unsigned rows = 128;
  static constexpr unsigned primes = 16;
  static constexpr unsigned limbs = 16;
  static constexpr unsigned row_words = limbs + 1;  ///< odd: threads read a column of rows at once
  static constexpr unsigned side = 4;               ///< rows, and primes, of a thread

  const std::uint64_t* row[rows];
  unsigned used[rows];
  unsigned most_used[rows];
  WordPair powers[2 * limbs * primes / 2];  ///< of digit k: at [primes / 2 k]
  std::uint64_t row_limbs[rows * row_words];
};

/// A number that is read from its lowest limb on and compared with another one.
struct RunningNumber {
  bool at_least = true;
  unsigned used = 0;

  POLYFORK_DEVICE void append(std::uint64_t limb, std::uint64_t other, unsigned place) {
    if (limb != other) at_least = limb > other;
    if (limb != 0) used = place + 1;
  }
};

/// What is known of the sum S of a row as far as it is formed, in two's complement, and of -S.
struct IntegerRowState {
  RunningNumber sum;
  RunningNumber negated;
  std::uint64_t carry = 0;
  bool negated_carry = true;
  bool negative = false;
};

/// What a block of residues_to_integers_by_tiles shares. A thread has 2 of the 32 rows and a quad: 4 digits, 2 limbs.
template <unsigned quads>
struct IntegerTile {
  static constexpr unsigned rows = 32;
  static constexpr unsigned primes = 32;
  static constexpr unsigned limbs = 2 * quads;
  static constexpr unsigned threads = rows / 2 * quads;
  static constexpr unsigned row_words = 3 * quads + 1;  ///< odd: threads read a column of rows at once

  WordPair weights[primes * rows / 2];
  WordPair cofactors[primes * limbs / 2];
  std::uint64_t quotients[rows];
  std::uint64_t fractions[threads];
  IntegerRowState states[rows];
  std::uint64_t sums[rows * row_words];  ///< 3 words for each quad, of which the lower 2 become its limbs

  static constexpr POLYFORK_BOTH unsigned place(unsigned row, unsigned limb) {
    return row * row_words + limb / 2 * 3 + limb % 2;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
