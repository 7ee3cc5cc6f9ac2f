// Garner's algorithm modulo transform_primes, one coefficient at a time: what the portable kernels share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

#include "fft/word_convolution.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A factor below the modulus m it belongs to, with floor(w 2^52 / m) and floor(w 2^64 / m).
struct CrtFactor {
  std::uint64_t value = 0;
  std::uint64_t quotient52 = 0;
  std::uint64_t quotient64 = 0;

  static CrtFactor of(const WordModulus& m, std::uint64_t w) {
    const std::uint64_t quotient = m.shoup(w);
    return {w, quotient >> 12, quotient};
  }
  /// x times the factor modulo its m, canonical, by Shoup's quotient. Any x.
  std::uint64_t times(std::uint64_t x, std::uint64_t m) const noexcept {
    __extension__ using Wide = unsigned __int128;
    const auto quotient = static_cast<std::uint64_t>((Wide{x} * quotient64) >> 64);
    const std::uint64_t r = x * value - quotient * m;
    return r >= m ? r - m : r;
  }
};

/// [j][i]: q_i^-1 modulo q_j, i < j.
using GarnerInverses = std::array<std::array<CrtFactor, 4>, 4>;

/// v[0 .. primes) with x = v_0 + v_1 q_0 + v_2 q_0 q_1 + ..., v_j < q_j, for x = residues[j][i] + offsets[j] modulo
/// q_j; null: no offsets. The number of primes is a constant, so that nothing loops and the processor works on several
/// coefficients at a time.
template <unsigned primes>
inline void garner_digits(const GarnerInverses& inverses, const std::uint64_t* const* residues, std::size_t i,
                          std::uint64_t* v, const std::uint64_t* offsets = nullptr) {
  v[0] = residues[0][i];
  if (offsets != nullptr) {
    v[0] += offsets[0];
    if (v[0] >= transform_primes[0]) v[0] -= transform_primes[0];
  }
#pragma GCC unroll 4
  for (unsigned j = 1; j < primes; ++j) {
    const std::uint64_t q = transform_primes[j];
    std::uint64_t r = residues[j][i] + (offsets != nullptr ? offsets[j] : 0);
#pragma GCC unroll 4
    for (unsigned k = 0; k < j; ++k) r = inverses[j][k].times(r + 2 * q - v[k], q);
    v[j] = r;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
