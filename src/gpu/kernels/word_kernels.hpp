// Canonical words modulo a word m to residues, and residues to such words: Z/pZ[x] on a device.
//
// Where m is a prime that transforms are made by, words and residues are the same numbers. Otherwise products are
// formed modulo up to four primes between 2^49 and 2^50 and lifted as WordCrt does: Garner's digits v_j, x = v_0 + v_1
// p_0 + v_2 p_0 p_1 + ..., here in doubles (|r - v_i| <= 3 p_j, since v_i < p_i < 2 p_j), then x modulo m by Shoup's
// quotients. (H. Garner: The residue number system, 1959.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/conversion_parameters.hpp"
#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A word is w_0 + 2^48 w_1; both are reduced as doubles.
POLYFORK_KERNEL(conversion_threads, 1)
words_to_residues(POLYFORK_PARAMETERS(WordsToResidues) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  const std::uint64_t word = p.words[i];
  if (p.direct) {
    p.out[i] = F50::from_word(word);
    return;
  }
  const double low = F50::from_word(word & ((std::uint64_t{1} << 48) - 1));
  const double high = F50::from_word(word >> 48);
  for (unsigned j = 0; j < p.primes; ++j) {
    const WordPrime& prime = p.prime[j];
    p.out[p.pitch * j + i] =
        prime.field.reduce(F50::add(prime.field.reduce(low), prime.field.multiply(high, prime.two_to_48)));
  }
}

POLYFORK_KERNEL(conversion_threads, 1)
residues_to_words(POLYFORK_PARAMETERS(ResiduesToWords) p) {
  const std::size_t i = grid_thread();
  if (i < p.count) p.words[i] = p.field.to_word(p.residues[i]);
}

/// x w modulo m, canonical, of any word x: CrtFactor::times.
POLYFORK_DEVICE std::uint64_t multiply_word(std::uint64_t x, const WordFactor& w, std::uint64_t m) {
  const std::uint64_t r = x * w.value - simt::mul_high(x, w.quotient) * m;
  return r >= m ? r - m : r;
}

template <unsigned primes>
POLYFORK_KERNEL(conversion_threads, 1)
lift_to_words(POLYFORK_PARAMETERS(LiftToWords) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  double digits[primes];
  POLYFORK_UNROLL
  for (unsigned j = 0; j < primes; ++j) {
    const F50& f = p.fields[j];
    double r = p.residues[p.pitch * j + i];
    POLYFORK_UNROLL
    for (unsigned k = 0; k < primes; ++k)
      if (k < j) r = f.multiply(F50::subtract(r, digits[k]), p.inverses[j][k]);
    digits[j] = f.canonical(r);
  }
  std::uint64_t x = 0;
  POLYFORK_UNROLL
  for (unsigned j = 0; j < primes; ++j) {
    x += multiply_word(F50::word_of(digits[j]), p.radices[j], p.modulus);
    if (x >= p.modulus) x -= p.modulus;
  }
  p.words[i] = x;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
