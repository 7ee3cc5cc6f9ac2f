// Bytes of the tables that plans find in the plan cache or leave there.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/cpu.hpp>

#include "core/limits.hpp"
#include "fft/ntt_transform.hpp"
#include "ring/crt/crt_kernels.hpp"
#include "ring/crt/crt_tables.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Tables of the transforms modulo `primes` primes: roots with their quotients, both ways.
inline std::size_t transform_table_bytes(std::size_t primes, unsigned log_nodes, unsigned log_inverse_nodes) noexcept {
  const std::size_t nodes = saturating_add(std::size_t{1} << log_nodes, std::size_t{1} << log_inverse_nodes);
  return saturating_mul(primes, saturating_add(saturating_mul(2 * sizeof(std::uint64_t), nodes), 256));
}
inline std::size_t transform_table_bytes(const NttShape& shape, std::size_t primes) noexcept {
  return transform_table_bytes(primes, shape.table_log_nodes(), shape.table_log_nodes());
}

/// The size at most of a basis of `primes` primes below 2^50. With kernels: powers, cofactors, with the sums of their
/// pairs, in digits of 50 bits and more (crt_tables.cpp). Without: a cofactor in limbs for each prime (crt_basis.cpp),
/// and the powers of 2^64 that a conversion to residues makes for itself (crt_to_residues.cpp).
inline std::size_t basis_table_bytes(std::size_t primes) noexcept {
  if (crt_kernels(active_isa(), primes) == nullptr) {
    constexpr std::size_t words_of_prime = 24;  // its modulus and weight
    return saturating_mul(saturating_mul(primes, saturating_add(primes, words_of_prime + crt_portable_block + 1)),
                          sizeof(std::uint64_t));
  }
  const std::size_t digits = saturating_add(primes, 2);
  const std::size_t group_digits = crt_group + 3;
  const std::size_t of_primes = saturating_mul(primes, 2 * (crt_block + 2) + 32);
  const std::size_t cofactors = primes <= crt_one_level
                                    ? saturating_mul(primes + 1, digits + 16)
                                    : saturating_add(saturating_mul(primes / crt_group + 2, digits + group_digits),
                                                     saturating_mul(2 * primes, group_digits));
  return saturating_mul(saturating_add(saturating_add(of_primes, cofactors), 8 * digits), sizeof(std::uint64_t));
}

/// Bases of a shift: the one of all primes, and those of the segments of the result that need fewer.
inline std::size_t shift_basis_bytes(std::size_t primes) noexcept {
  constexpr std::size_t segments = 4;  // as large as all primes' basis, together
  return saturating_mul(1 + segments, basis_table_bytes(primes));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
