// From residues modulo transform_primes to residues modulo a word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"
#include "fft/garner.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Constants of Garner's algorithm for the first `primes` of transform_primes, and of the reduction modulo p.
struct WordCrt {
  WordCrt(std::uint64_t p, unsigned primes);

  std::uint64_t p;
  unsigned primes;
  GarnerInverses inverses;
  std::array<CrtFactor, 4> radices;  // q_0 ... q_(i-1) modulo p
};

/// out[i] = (the x in [0, q_0 ... q_(k-1)) with x = residues[j][i] modulo q_j) mod p, for i < n; all canonical.
/// Garner (1959): x = v_0 + v_1 q_0 + v_2 q_0 q_1 + ..., v_j < q_j; k (k - 1) / 2 + k - 1 products by constants.
/// out may be one of the residue arrays. streamed: past the caches where out is aligned; a store_fence() follows some
/// time.
using WordCrtFn = void (*)(const WordCrt& crt, const std::uint64_t* const* residues, std::uint64_t* out, std::size_t n,
                           bool streamed);
WordCrtFn word_crt_kernel(Isa isa);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
