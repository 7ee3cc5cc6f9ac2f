// Between vectors of signed integers of one limb and residues modulo transform_primes: the conversions of products whose
// coefficients fit words, one sweep each way.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "fft/limb_crt.hpp"

namespace polyfork::inline v1::detail {

/// A transform prime q with the factors 1 and 2^52 modulo q.
struct WordReduction {
  explicit WordReduction(unsigned prime);

  std::uint64_t q;
  CrtFactor one;
  CrtFactor high;
};

/// out[i] = the canonical residue of the integer of magnitude words[i] whose sign is that of signs[i], i < n.
using SignedWordsFn = void (*)(const WordReduction& r, const std::uint64_t* words, const std::int32_t* signs,
                               std::uint64_t* out, std::size_t n);

/// Where integers go: magnitude number i to rows[stride i ...], its limbs to sizes[i], negative with it.
struct SignedRows {
  std::uint64_t* rows;
  std::size_t stride;  ///< limbs, at most 3
  std::int32_t* sizes;
  bool streamed = false;  ///< past the caches, where the rows are aligned; a store_fence() follows some time
};

/// x_i = residues[j][i] modulo q_j, j < k <= 3, i < n. |x_i| < 2^(49.9 k - 1), and it fits the stride.
using SignedCrtFn = void (*)(const LimbCrt& crt, const std::uint64_t* const* residues, const SignedRows& to,
                             std::size_t n);

struct SignedWordKernels {
  SignedWordsFn to_residues;
  SignedCrtFn from_residues;
};
/// Null where the panels of ring/crt_kernels.hpp serve best.
const SignedWordKernels* signed_word_kernels(Isa isa) noexcept;

}  // namespace polyfork::inline v1::detail
