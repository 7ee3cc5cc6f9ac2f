// Integers between magnitudes and rows of one width in two's complement: one thread for each row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/fixed_parameters.hpp"
#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

POLYFORK_KERNEL(conversion_threads, 4)
magnitudes_of_fixed_rows(POLYFORK_PARAMETERS(MagnitudesOfRows) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  const std::uint64_t* const row = p.rows + i * p.width;
  std::uint64_t* const limbs = p.limbs + i * p.width;
  const bool below_zero = row[p.width - 1] >> 63 != 0;
  const std::uint64_t flip = below_zero ? ~std::uint64_t{0} : 0;
  std::uint64_t carry = below_zero ? 1 : 0;
  std::int32_t used = 0;
  for (unsigned l = 0; l < p.width; ++l) {
    const std::uint64_t limb = (row[l] ^ flip) + carry;
    carry &= limb == 0 ? 1 : 0;
    limbs[l] = limb;
    if (limb != 0) used = static_cast<std::int32_t>(l) + 1;
  }
  const bool odd = p.mirrored && i % 2 != 0;
  p.sizes[i] = below_zero != odd ? -used : used;
}

POLYFORK_KERNEL(conversion_threads, 4)
round_integers(POLYFORK_PARAMETERS(RoundedIntegers) p) {
  const std::size_t i = grid_thread();
  if (i >= p.count) return;
  std::uint64_t* const out = p.out + i * p.width;
  const std::int32_t size = p.sizes == nullptr ? 0 : p.sizes[i];
  const auto used = static_cast<std::uint64_t>(size < 0 ? -size : size);
  const std::uint64_t* const limbs = p.limbs + i * p.stride;
  const auto limb = [&](std::uint64_t l) { return l < used ? limbs[l] : 0; };
  const bool below_zero = size < 0;
  const std::uint64_t flip = below_zero ? ~std::uint64_t{0} : 0;
  const std::uint64_t first = p.drop / 64;
  const auto bits = static_cast<unsigned>(p.drop % 64);
  // The bit below the last one that stays is what rounds; a complement needs one more.
  std::uint64_t up = limb((p.drop - 1) / 64) >> ((p.drop - 1) % 64) & 1;
  std::uint64_t carry = below_zero ? 1 : 0;
  std::uint64_t low = limb(first);
  for (unsigned l = 0; l < p.width; ++l) {
    const std::uint64_t high = limb(first + l + 1);
    const std::uint64_t kept = bits == 0 ? low : low >> bits | high << (64 - bits);
    const std::uint64_t magnitude = kept + up;
    up &= magnitude == 0 ? 1 : 0;
    const std::uint64_t word = (magnitude ^ flip) + carry;
    carry &= word == 0 ? 1 : 0;
    out[l] = word;
    low = high;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
