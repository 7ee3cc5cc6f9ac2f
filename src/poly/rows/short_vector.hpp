// Short vectors of words: one stripe of rows of one limb, which loops read as two arrays.
//
// What a call costs before its arithmetic begins (layouts of stripes, tables, plans, reservations) is many times the
// work on a few words: operations look for such operands first.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/ring/integer_vector.hpp>

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

/// The word with the sign of a signed size; precondition: word < 2^63.
inline std::int64_t signed_word(mp_limb_t word, std::int32_t size) noexcept {
  const std::int64_t mask = size >> 31;
  return (static_cast<std::int64_t>(word) ^ mask) - mask;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
