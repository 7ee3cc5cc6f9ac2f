// The rows of one stripe as arrays, and how results of short operations become vectors.
//
// Operations on at most 64 coefficients compute in words, pairs of words or rows of scratch memory, and write what they
// have when they know how long it is, so that results may stand where operands do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

__extension__ using SignedPair = __int128;

/// A vector of one stripe as two arrays; minus: whether its elements are taken with the opposite sign.
struct ShortRows {
  explicit ShortRows(const IntegerVector& v, bool minus = false) noexcept
      : limbs(v.row(0)), sizes(v.signed_sizes().data()), count(v.size()), stride(v.stride(0)), sign(minus ? -1 : 0) {}
  const mp_limb_t* row(std::size_t i) const noexcept { return limbs + i * stride; }
  std::int32_t size(std::size_t i) const noexcept { return (sizes[i] ^ sign) - sign; }
  IntegerView operator[](std::size_t i) const noexcept { return {row(i), size(i)}; }
  /// Element i; precondition: a word below 2^63, no minus.
  std::int64_t word(std::size_t i) const noexcept { return signed_word(limbs[i * stride], sizes[i]); }
  /// The top limbs of all rows, joined. Precondition: rows have limbs.
  mp_limb_t top() const noexcept {
    mp_limb_t joined = 0;
    const mp_limb_t* limb = limbs + stride - 1;
    for (std::size_t i = 0; i < count; ++i, limb += stride) joined |= *limb;
    return joined;
  }
  const mp_limb_t* limbs;
  const std::int32_t* sizes;
  std::size_t count;
  std::size_t stride;
  std::int32_t sign;
};

/// Zeros in a row from limb n on, of which there are one or two as a rule. The compiler must not see what the loop
/// does: it would make a string instruction of it, which takes longer than the arithmetic of a short row.
template <class Word>
void clear_from(Word* row, std::size_t n, std::size_t stride) noexcept {
  for (; n < stride; ++n) {
    row[n] = 0;
    __asm__("" : "+r"(n));
  }
}

/// The arrays of v made anew as remake_short does; nothing is called where its shape stays.
inline WrittenRows remade_rows(IntegerVector& v, std::size_t size, std::size_t stride, const ExecutionContext& ctx) {
  const WrittenRows rows = written_rows(v);
  if (rows.count == size && rows.stride == stride) return rows;
  remake_short(v, size, stride, ctx);
  return written_rows(v);
}

/// v = words, at most 128.
inline void write_words(IntegerVector& v, const std::int64_t* words, std::size_t size, const ExecutionContext& ctx) {
  remake_short(v, size, 1, ctx);
  if (size == 0) return;
  mp_limb_t* const limbs = v.row(0);
  std::int32_t* const sizes = unwritten_sizes(v);
  for (std::size_t i = 0; i < size; ++i) store_word(limbs + i, sizes + i, words[i]);
}

/// v = pairs, at most 128, in rows of one limb where that is enough.
inline void write_words(IntegerVector& v, const SignedPair* pairs, std::size_t size, const ExecutionContext& ctx) {
  __extension__ using Magnitude = unsigned __int128;
  std::size_t stride = 1;
  for (std::size_t i = 0; i < size; ++i)
    if (pairs[i] != static_cast<std::int64_t>(pairs[i])) stride = 2;
  remake_short(v, size, stride, ctx);
  if (size == 0) return;
  mp_limb_t* row = v.row(0);
  std::int32_t* const sizes = unwritten_sizes(v);
  for (std::size_t i = 0; i < size; ++i, row += stride) {
    const bool negative = pairs[i] < 0;
    const Magnitude magnitude =
        negative ? Magnitude{0} - static_cast<Magnitude>(pairs[i]) : static_cast<Magnitude>(pairs[i]);
    const auto high = static_cast<mp_limb_t>(magnitude >> 64);
    row[0] = static_cast<mp_limb_t>(magnitude);
    if (stride == 2) row[1] = high;
    sizes[i] = signed_size(high != 0 ? 2 : magnitude != 0 ? 1 : 0, negative);
  }
}

/// Rows of `width` limbs of scratch memory with their signed sizes; limbs above a size may be anything.
struct ScratchRows {
  mp_limb_t* limbs;
  std::int32_t* sizes;
  std::size_t width;

  mp_limb_t* row(std::size_t i) const noexcept { return limbs + i * width; }
  IntegerView operator[](std::size_t i) const noexcept { return {row(i), sizes[i]}; }
};

/// v = the rows first to first + size - 1, at most 64, without zeros on top, as long as the longest.
inline void write_rows(IntegerVector& v, const ScratchRows& rows, std::size_t first, std::size_t size,
                       const ExecutionContext& ctx) {
  const std::int32_t* const from = rows.sizes + first;
  while (size != 0 && from[size - 1] == 0) --size;
  std::size_t stride = 1;
  for (std::size_t i = 0; i < size; ++i) stride = std::max(stride, static_cast<std::size_t>(std::abs(from[i])));
  remake_short(v, size, stride, ctx);
  if (size == 0) return;
  mp_limb_t* to = v.row(0);
  for (std::size_t i = 0; i < size; ++i, to += stride) {
    const auto limbs = static_cast<std::size_t>(std::abs(from[i]));
    std::copy_n(rows.row(first + i), limbs, to);
    clear_from(to, limbs, stride);
  }
  std::copy_n(from, size, unwritten_sizes(v));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
