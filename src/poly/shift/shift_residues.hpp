// Taylor shifts of the residues modulo many primes: what the convolution and the rounded parts do between conversions.
#pragma once

#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Which shift: by c, of coefficients that are multiplied by 2^(log_ratio (length - 1 - j)) before.
struct ResidueShift {
  IntegerView c;
  std::size_t log_ratio = 0;
  bool cached;  ///< with tables in the plan cache
};

/// rows[i], the coefficients of f modulo prime i, become those of the shifted f; with `mirrored`, as many rows, those
/// become f(-x), shifted. In parallel over the primes.
void shift_residues(const CrtBasis& basis, const ResidueShift& shift, std::span<const std::span<std::uint64_t>> rows,
                    std::span<const std::span<std::uint64_t>> mirrored, const ExecutionContext& ctx);

/// Bytes of scratch that it takes with so many threads.
std::size_t shift_residues_bytes(std::size_t length, std::size_t primes, std::size_t threads, bool cached, bool both);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
