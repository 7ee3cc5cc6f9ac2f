// Columns of products of signed words, one by one.
//
// Sums in the narrowest two's complement accumulator that the a-priori bound bits_a + bits_b + log2(min length) + 1
// allows: 64 bits, 128 bits, or 192 bits (on magnitudes and sign masks when a coefficient has all 64 bits). No
// overflow: the bound covers every partial sum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

__extension__ using UnsignedColumnPair = unsigned __int128;
__extension__ using ColumnPair = __int128;

inline mp_limb_t word_of_row(const IntegerVector& v, std::size_t i) noexcept {
  return v.signed_size(i) == 0 ? 0 : v.row(i)[0];
}

/// use(i, coefficient i as a signed word) for coefficients below 2^63 in magnitude.
template <class Use>
void over_signed_words(const IntegerVector& v, const Use& use) noexcept {
  const std::int32_t* const sizes = v.signed_sizes().data();
  for (std::size_t begin = 0; begin < v.size(); begin += IntegerVector::stripe_rows) {
    const mp_limb_t* row = v.row(begin);
    const std::size_t stride = v.stride(begin / IntegerVector::stripe_rows);
    const std::size_t end = std::min(begin + IntegerVector::stripe_rows, v.size());
    for (std::size_t i = begin; i < end; ++i, row += stride) use(i, signed_word(sizes[i] == 0 ? 0 : *row, sizes[i]));
  }
}

/// Signed words of coefficients below 2^63 in magnitude, in the given memory.
inline std::int64_t* signed_words(const IntegerVector& v, std::int64_t* words) noexcept {
  over_signed_words(v, [words](std::size_t i, std::int64_t word) { words[i] = word; });
  return words;
}

/// Magnitudes, and masks that are all ones for negative values.
struct MaskedWords {
  MaskedWords(const IntegerVector& v, std::uint64_t* memory) noexcept : magnitude(memory), mask(memory + v.size()) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      magnitude[i] = word_of_row(v, i);
      mask[i] = v.signed_size(i) < 0 ? ~std::uint64_t{0} : 0;
    }
  }
  std::uint64_t* magnitude;
  std::uint64_t* mask;
};

/// Writes a value of at most 192 bits in two's complement; the row has `stride` limbs and the value fits.
inline std::int32_t store_sum(mp_limb_t* row, std::size_t stride, std::uint64_t w0, std::uint64_t w1,
                              std::uint64_t w2) noexcept {
  mp_limb_t acc[3] = {w0, w1, w2};
  const bool negative = (w2 >> 63) != 0;
  if (negative) mpn_neg(acc, acc, 3);
  const std::size_t n = strip(acc, 3);
  for (std::size_t i = 0; i < stride; ++i) row[i] = i < 3 ? acc[i] : 0;
  return signed_size(n, negative);
}
inline std::int32_t store_sum(mp_limb_t* row, std::size_t stride, std::int64_t value) noexcept {
  const bool negative = value < 0;
  const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  if (stride != 0) row[0] = magnitude;
  return signed_size(magnitude != 0, negative);
}
inline std::int32_t store_sum(mp_limb_t* row, std::size_t stride, ColumnPair value) noexcept {
  const bool negative = value < 0;
  const UnsignedColumnPair magnitude =
      negative ? 0 - static_cast<UnsignedColumnPair>(value) : static_cast<UnsignedColumnPair>(value);
  const auto low = static_cast<std::uint64_t>(magnitude);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64);
  if (stride > 0) row[0] = low;
  if (stride > 1) row[1] = high;
  return signed_size(high != 0 ? 2 : low != 0, negative);
}

/// Sums of one accumulator.
template <class Accumulator>
struct SignedColumn {
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    Accumulator sum = 0;
    if (x == y) {  // a square: every product of two different coefficients stands for two
      for (std::size_t i = first; 2 * i < k; ++i) sum += static_cast<Accumulator>(x[i]) * x[k - i];
      sum *= 2;
      if (k % 2 == 0) sum += static_cast<Accumulator>(x[k / 2]) * x[k / 2];
      return store_sum(row, stride, sum);
    }
    for (std::size_t i = first; i <= last; ++i) sum += static_cast<Accumulator>(x[i]) * y[k - i];
    return store_sum(row, stride, sum);
  }
  const std::int64_t* x;
  const std::int64_t* y;
};

/// 63-bit operands, sums in 192 bits.
struct SignedLongColumn {
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    UnsignedColumnPair low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = first; i <= last; ++i) {
      const ColumnPair term = static_cast<ColumnPair>(x[i]) * y[k - i];
      low += static_cast<UnsignedColumnPair>(term);
      high += (low < static_cast<UnsignedColumnPair>(term)) + static_cast<std::uint64_t>(term >> 127);
    }
    return store_sum(row, stride, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64), high);
  }
  const std::int64_t* x;
  const std::int64_t* y;
};

struct MaskedColumn {
  std::int32_t operator()(std::size_t k, std::size_t first, std::size_t last, mp_limb_t* row,
                          std::size_t stride) const noexcept {
    UnsignedColumnPair low = 0;
    std::uint64_t high = 0;
    for (std::size_t i = first; i <= last; ++i) {
      const std::uint64_t mask = x.mask[i] ^ y.mask[k - i];
      const UnsignedColumnPair product = UnsignedColumnPair{x.magnitude[i]} * y.magnitude[k - i];
      const UnsignedColumnPair wide_mask = (UnsignedColumnPair{mask} << 64) | mask;
      const UnsignedColumnPair term =
          (product ^ wide_mask) - wide_mask;  // two's complement of 128 bits, sign extension follows
      low += term;
      high += (low < term) + (product == 0 ? 0 : mask);
    }
    return store_sum(row, stride, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64), high);
  }
  MaskedWords x;
  MaskedWords y;
};

/// use(column) with the narrowest column for these operands; memory: two words for each coefficient.
template <class Use>
void with_column(const MulShape& s, const IntegerVector& a, const IntegerVector& b, std::uint64_t* memory,
                 const Use& use) {
  const std::size_t bits = product_bits(s) + 1;
  if (s.bits_a > 63 || s.bits_b > 63)
    return use(MaskedColumn{MaskedWords(a, memory), MaskedWords(b, memory + 2 * a.size())});
  auto* const words = reinterpret_cast<std::int64_t*>(memory);
  const std::int64_t* x = signed_words(a, words);
  const std::int64_t* y = &a == &b ? x : signed_words(b, words + a.size());
  if (bits <= 64)
    use(SignedColumn<std::int64_t>{x, y});
  else if (bits <= 128)
    use(SignedColumn<ColumnPair>{x, y});
  else
    use(SignedLongColumn{x, y});
}

/// The terms of column k, last inclusive.
struct TermsOfColumn {
  TermsOfColumn(std::size_t k, std::size_t la, std::size_t lb) noexcept
      : first(k < lb ? 0 : k - lb + 1), last(std::min(k, la - 1)) {}
  std::size_t first;
  std::size_t last;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
