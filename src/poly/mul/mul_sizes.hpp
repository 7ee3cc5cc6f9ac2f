// Sizes that plans and algorithms must agree on: widths of accumulators, slots and workspaces. Pure functions; what
// does not fit a size saturates, so that a plan for an absurd shape exceeds every memory limit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/bytes.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bits of the largest coefficient of a product in magnitude.
inline std::size_t product_bits(const MulShape& s) noexcept {
  return saturating_add(saturating_add(s.bits_a, s.bits_b), ceil_log2(std::min(s.length_a, s.length_b)));
}
inline std::size_t product_length(const MulShape& s) noexcept { return saturating_add(s.length_a, s.length_b - 1); }

/// Limb products of the schoolbook: for a product of two coefficients, and in all.
inline double limb_products_per_pair(const MulShape& s) noexcept {
  return static_cast<double>(limbs_for_bits(s.bits_a)) * static_cast<double>(limbs_for_bits(s.bits_b));
}
inline double limb_products(const MulShape& s) noexcept {
  return static_cast<double>(s.length_a) * static_cast<double>(s.length_b) * limb_products_per_pair(s);
}

/// Bytes of a vector of `length` integers of `bits` bits; whole stripes.
inline Bytes integers_bytes(std::size_t length, std::size_t bits) noexcept {
  constexpr std::size_t stripe = IntegerVector::stripe_rows;
  const std::size_t rows = saturating_add(length, stripe - 1) / stripe * stripe;
  return vector_bytes(length, saturating_mul(rows, limbs_for_bits(bits)));
}

/// Kronecker: a slot holds a signed coefficient of the product. Long ones are up to 1/2048 longer than that takes, so
/// that every few of them begin at a limb.
inline std::size_t kronecker_slot_bits(const MulShape& s) noexcept {
  const std::size_t least = saturating_add(product_bits(s), 1);
  const std::size_t unit = std::clamp<std::size_t>(std::bit_floor(least / 2048), 1, 64);
  return saturating_add(least, (unit - least % unit) % unit);
}
/// Every so many slots one begins at a limb.
inline std::size_t kronecker_period(std::size_t slot_bits) noexcept {
  return std::size_t{64} >> std::min(6, std::countr_zero(slot_bits));
}
/// Limbs of `length` slots.
inline std::size_t kronecker_limbs(std::size_t length, std::size_t slot_bits) noexcept {
  const std::size_t bits = saturating_mul(length, slot_bits);
  return bits == SIZE_MAX ? SIZE_MAX : limbs_for_bits(bits) + 1;
}

/// What is multiplied has no slot of full length on top: |v(2^slot_bits)| < 2^((length - 1) slot_bits + bits) when all
/// coefficients are below 2^bits and bits < slot_bits.
inline std::size_t kronecker_value_limbs(std::size_t length, std::size_t bits, std::size_t slot_bits) noexcept {
  const std::size_t all = saturating_add(saturating_mul(length - 1, slot_bits), std::max<std::size_t>(1, bits));
  return all == SIZE_MAX ? SIZE_MAX : limbs_for_bits(all);
}
/// Limbs of both values, and those in which the product's slots lie.
struct KroneckerLimbs {
  std::size_t a;
  std::size_t b;
  std::size_t product;

  KroneckerLimbs(const MulShape& s, std::size_t slot_bits) noexcept
      : a(kronecker_value_limbs(s.length_a, s.bits_a, slot_bits)),
        b(kronecker_value_limbs(s.length_b, s.bits_b, slot_bits)),
        product(std::max(saturating_add(a, b), kronecker_limbs(product_length(s), slot_bits))) {}
};

/// Limbs of a value at one of two points, 2^half and -2^half, with room for sums of two of them.
inline std::size_t two_point_limbs(std::size_t length, std::size_t half) noexcept {
  return saturating_add(kronecker_limbs(saturating_add(length, 1), half), 2);
}

/// Plain: a two's complement accumulator.
inline std::size_t plain_width(const MulShape& s) noexcept {
  return std::max(limbs_for_bits(saturating_add(product_bits(s), 1)),
                  limbs_for_bits(s.bits_a) + limbs_for_bits(s.bits_b));
}

/// Karatsuba: two's complement widths that hold every sum of the recursion.
struct KaratsubaWidths {
  std::size_t a;
  std::size_t b;
  std::size_t product;
};
inline KaratsubaWidths karatsuba_widths(const MulShape& s) noexcept {
  const std::size_t growth = ceil_log2(std::max(s.length_a, s.length_b)) + 1;  // one bit for each level
  const auto limbs = [](std::size_t bits, std::size_t more) { return limbs_for_bits(saturating_add(bits, more)); };
  return {limbs(s.bits_a, growth + 1), limbs(s.bits_b, growth + 1), limbs(product_bits(s), 2 * growth + 2)};
}

/// Scratch of the recursion below one node: its sums and middle product, and those of the branches that may run at
/// the same time. rows(h) = weight h.
inline std::size_t karatsuba_scratch(std::size_t length, std::size_t base, std::size_t grain,
                                     std::size_t weight) noexcept {
  std::size_t total = 0;
  std::size_t copies = 1;
  while (length > base) {
    const std::size_t h = length / 2 + length % 2;
    total = saturating_add(total, saturating_mul(copies, saturating_mul(h, weight)));
    if (grain != 0 && length >= grain) copies = saturating_mul(copies, 3);
    length = h;
  }
  return total;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
