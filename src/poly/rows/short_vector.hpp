// Short vectors of words: one stripe of rows of one limb, which loops read as two arrays.
//
// What a call costs before its arithmetic begins (layouts of stripes, tables, plans, reservations) is many times the
// work on a few words: operations look for such operands first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// At most 64 integers in rows of one limb.
inline bool is_short(const IntegerVector& v) noexcept {
  return v.size() <= IntegerVector::stripe_rows && (v.empty() || v.stride(0) == 1);
}

/// All words of a short vector, joined by or: their bits are those of the longest.
inline mp_limb_t joined_words(const IntegerVector& v) noexcept {
  if (v.empty()) return 0;
  const mp_limb_t* const words = v.row(0);
  mp_limb_t bits = 0;
  for (std::size_t i = 0; i < v.size(); ++i) bits |= words[i];
  return bits;
}

/// The most bits of an element of one stripe; all limbs above the longest are zero.
inline std::size_t short_bits(const IntegerVector& v) noexcept {
  const ReadRows rows = read_rows(v);
  const std::size_t end = rows.count * rows.stride;
  mp_limb_t joined = 0;
  std::size_t limbs = rows.stride;  // of the longest: all of a row, as a rule
  for (; limbs != 0 && joined == 0; --limbs)
    for (std::size_t i = limbs - 1; i < end; i += rows.stride) joined |= rows.limbs[i];
  return joined == 0 ? 0 : 64 * (limbs + 1) - static_cast<std::size_t>(std::countl_zero(joined));
}

/// Makes v a vector of so many rows, at most two stripes, whose limbs and sizes are to be written; the bytes are
/// reserved while that is done. A vector of this shape stays as it is, which costs nothing.
inline void remake_short(IntegerVector& v, std::size_t size, std::size_t stride, const ExecutionContext& ctx) {
  const bool same_size = v.size() == size && size != 0;
  if (same_size && v.stride(0) == stride && (size <= IntegerVector::stripe_rows || v.stride(1) == stride)) return;
  const MemoryReservation reservation = reserve_unless_short(ctx, vector_bytes(size, saturating_mul(size, stride)));
  remake_unwritten(v, size, stride);
}

/// Writes a signed word as magnitude and signed size, without a branch.
inline void store_word(mp_limb_t* limb, std::int32_t* size, std::int64_t value) noexcept {
  const std::int64_t mask = value >> 63;
  *limb = (static_cast<mp_limb_t>(value) ^ static_cast<mp_limb_t>(mask)) - static_cast<mp_limb_t>(mask);
  *size = static_cast<std::int32_t>(mask) | static_cast<std::int32_t>(value != 0);
}

/// The word with the sign of a signed size, in arithmetic that may wrap. Precondition: the value is one of 64 bits.
inline std::int64_t signed_word(mp_limb_t word, std::int32_t size) noexcept {
  const auto mask = static_cast<mp_limb_t>(static_cast<std::int64_t>(size >> 31));
  return static_cast<std::int64_t>((word ^ mask) - mask);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
