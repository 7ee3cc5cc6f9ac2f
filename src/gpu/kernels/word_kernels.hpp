// Canonical words modulo a word m to residues, and residues to such words: Z/pZ[x] on a device.
//
// Where m is a prime that transforms are made by, words and residues are the same numbers. Otherwise products are
// formed modulo up to four primes between 2^49 and 2^50, or five below 2^31, and lifted as WordCrt does: Garner's
// digits v_j, x = v_0 + v_1 p_0 + v_2 p_0 p_1 + ... (in doubles |r - v_i| <= 3 p_j, since v_i < p_i < 2 p_j), then x
// modulo m by Shoup's quotients. (H. Garner: The residue number system, 1959.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/conversion_parameters.hpp"
#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A word below 2^64 is w_0 + 2^48 w_1; both are reduced as doubles.
POLYFORK_DEVICE double residue_of_word(const WordPrime<F50>& prime, std::uint64_t word) {
  const double low = F50::from_word(word & ((std::uint64_t{1} << 48) - 1));
  const double high = F50::from_word(word >> 48);
  return prime.field.reduce(F50::add(prime.field.reduce(low), prime.field.multiply(high, prime.two_to_48)));
}
/// Digit by digit.
POLYFORK_DEVICE std::uint32_t residue_of_word(const WordPrime<F31>& prime, std::uint64_t word) {
  return prime.field.add(prime.field.from_word(static_cast<std::uint32_t>(word)),
                         prime.field.multiply(static_cast<std::uint32_t>(word >> 32), prime.cube));
}
/// The value of a word that is a canonical residue, or one modulo another prime of a set: at most 2.
POLYFORK_DEVICE double value_of_word(const F50&, std::uint64_t word) { return F50::from_word(word); }
POLYFORK_DEVICE std::uint32_t value_of_word(const F31& f, std::uint64_t word) {
  return f.from_word(static_cast<std::uint32_t>(word));
}

template <class Field>
POLYFORK_KERNEL(conversion_threads, 1)
words_to_residues(POLYFORK_PARAMETERS(WordsToResidues<Field>) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  const std::uint64_t word = p.words[i];
  if (p.direct) {
    p.out[i] = value_of_word(p.prime[0].field, word);
    return;
  }
  for (unsigned j = 0; j < p.primes; ++j) p.out[p.pitch * j + i] = residue_of_word(p.prime[j], word);
}

template <class Field>
POLYFORK_KERNEL(conversion_threads, 1)
residues_to_words(POLYFORK_PARAMETERS(ResiduesToWords<Field>) p) {
  const std::size_t i = grid_thread();
  if (i < p.count) p.words[i] = p.field.to_word(p.residues[i]);
}

/// x w modulo m, canonical, of any word x: CrtFactor::times.
POLYFORK_DEVICE std::uint64_t multiply_word(std::uint64_t x, const WordFactor& w, std::uint64_t m) {
  const std::uint64_t r = x * w.value - simt::mul_high(x, w.quotient) * m;
  return r >= m ? r - m : r;
}

template <class Field, unsigned primes>
POLYFORK_KERNEL(conversion_threads, 1)
lift_to_words(POLYFORK_PARAMETERS(LiftToWords<Field>) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  std::uint64_t digits[primes];
  POLYFORK_UNROLL
  for (unsigned j = 0; j < primes; ++j) {
    const Field& f = p.fields[j];
    auto r = p.residues[p.pitch * j + i];
    POLYFORK_UNROLL
    for (unsigned k = 0; k < primes; ++k)
      if (k < j) r = f.multiply(f.subtract(r, value_of_word(f, digits[k])), p.inverses[j][k]);
    digits[j] = f.to_word(r);
  }
  std::uint64_t x = 0;
  POLYFORK_UNROLL
  for (unsigned j = 0; j < primes; ++j) {
    x += multiply_word(digits[j], p.radices[j], p.modulus);
    if (x >= p.modulus) x -= p.modulus;
  }
  p.words[i] = x;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
