// From residues modulo transform_primes to signed integers of up to three limbs: the last step of products of
// coefficients that fit words.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "fft/limb_crt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

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
SignedCrtFn signed_crt_kernel(Isa isa) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
