// Sums of products of sparse polynomials whose keys and coefficients are words, by rows.
//
// A row is a term of one factor times the other factor: its keys descend as those of the factor do. All rows of all
// products stand one after another and are merged two by two, by steps without a branch on the order of terms
// (multi_mul_rows.hpp says why). Sums have 128 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/rows/pair_word.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A key and a sum in two's complement.
struct RowTerm {
  std::uint64_t key;
  std::uint64_t low;
  std::uint64_t high;

  void set(std::uint64_t k, std::int64_t a, std::int64_t b) noexcept {
    PairWord product;
    product.add_product(a, b);
    key = k;
    low = product.low;
    high = product.high;
  }
  /// A word times a word below 2^62, or its opposite.
  void set(mp_limb_t magnitude, mp_limb_t factor, bool negative) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide product = wide{magnitude} * factor;
    const wide value = negative ? wide{0} - product : product;
    low = static_cast<std::uint64_t>(value);
    high = static_cast<std::uint64_t>(value >> 64);
  }
  PairWord value() const noexcept { return {low, high}; }
};

/// Where a row stands.
struct RowStretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The sum of rows of strictly descending keys, which stand one after another in `terms`. `other` is as long; the
/// result, without zeros, is in one of the two, and the list of rows is used up.
std::span<RowTerm> merge_rows(RowTerm* terms, RowTerm* other, std::span<RowStretch> rows);

/// The limbs of the longest sum, 1 or 2.
std::size_t row_limbs(std::span<const RowTerm> terms) noexcept;
/// Keys, magnitudes of so many limbs and signed sizes, one after another.
void write_rows(std::span<const RowTerm> terms, std::size_t limbs, std::uint64_t* keys, mp_limb_t* magnitudes,
                std::int32_t* sizes) noexcept;

/// Remainders modulo a word below 2^32, by products: the word of a gcd changes seldom, numbers are many.
class ShortModulus {
 public:
  explicit ShortModulus(std::uint64_t m) noexcept
      : m_(m), inverse_(~std::uint64_t{0} / m), pair_((~std::uint64_t{0} % m + 1) % m) {}
  std::uint64_t operator()(std::uint64_t x) const noexcept {
    __extension__ using wide = unsigned __int128;
    const std::uint64_t r = x - static_cast<std::uint64_t>((wide{x} * inverse_) >> 64) * m_;  // below 3 m
    const std::uint64_t s = r >= m_ ? r - m_ : r;
    return s >= m_ ? s - m_ : s;
  }
  std::uint64_t operator()(std::uint64_t high, std::uint64_t low) const noexcept {
    return (*this)((*this)(high)*pair_ + (*this)(low));
  }

 private:
  std::uint64_t m_;
  std::uint64_t inverse_;
  std::uint64_t pair_;  // 2^64 modulo m
};

/// The gcd of a word, which is not zero, and all values, none of which is.
inline mp_limb_t shared_by_terms(mp_limb_t word, std::span<const RowTerm> terms) noexcept {
  std::size_t i = 0;
  const auto magnitude = [&](mp_limb_t* limbs) { return std::abs(terms[i].value().to_limbs(limbs)); };
  mp_limb_t limbs[2];
  if (word == 1) return word;
  for (; i < terms.size() && (i == 0 || word >> 32 != 0); ++i) {  // most often that is 1 after the first
    const int size = magnitude(limbs);
    word = mpn_gcd_1(limbs, size, word);
  }
  while (i < terms.size() && word != 1) {
    const ShortModulus modulus(word);
    for (; i < terms.size(); ++i) {
      const int size = magnitude(limbs);
      mp_limb_t rest = size == 1 ? modulus(limbs[0]) : modulus(limbs[1], limbs[0]);
      if (rest == 0) continue;
      word = mpn_gcd_1(&rest, 1, word);
      ++i;
      break;
    }
  }
  return word;
}

/// Divides all values, exactly.
inline void divide_terms(std::span<RowTerm> terms, mp_limb_t divisor) noexcept {
  if (divisor == 1) return;
  for (RowTerm& t : terms) {
    mp_limb_t limbs[2];
    const int size = t.value().to_limbs(limbs);
    if (size == 1 || size == -1)
      limbs[0] /= divisor;
    else
      mpn_divexact_1(limbs, limbs, 2, divisor);
    const auto minus = static_cast<mp_limb_t>(static_cast<std::int64_t>(size) >> 63);
    t.low = (limbs[0] ^ minus) - minus;
    t.high = (limbs[1] ^ minus) + (minus & static_cast<mp_limb_t>(limbs[0] == 0));
  }
}

/// A pair of terms of two factors.
struct TermPair {
  std::uint64_t key;
  std::uint32_t i;
  std::uint32_t j;
};

/// The pairs in descending sequence of their keys, in one of the two arrays. Precondition: rows of `length` pairs
/// descend.
TermPair* sorted_pairs(TermPair* pairs, TermPair* other, std::size_t count, std::size_t length) noexcept;

/// Two factors of n and m terms, n not greater than m, neither zero. No two keys' sum exceeds a word.
struct WordFactors {
  const std::uint64_t* keys_f;
  const std::int64_t* f;
  std::size_t n;
  const std::uint64_t* keys_g;
  const std::int64_t* g;
  std::size_t m;

  std::size_t products() const noexcept { return n * m; }
};

/// The sum of one product, without zeros, in `terms`; all three arrays have room for products() elements. The pairs of
/// terms are sorted first, and added up where they meet.
std::span<RowTerm> sum_of_pairs(const WordFactors& factors, TermPair* pairs, TermPair* other, RowTerm* terms) noexcept;

/// The sum of the products, which has less than 128 bits, in memory of the frame: at most 56 bytes for a product of two
/// terms.
std::span<RowTerm> sum_of_products(std::span<const WordFactors> factors, Workspace::Frame& frame);

/// The bits of the longest element; more than 64 where one has several limbs.
std::size_t one_limb_bits(const IntegerVector& v) noexcept;
/// The elements as words of the frame. Precondition: at most 63 bits.
std::span<std::int64_t> scratch_words(const IntegerVector& v, Workspace::Frame& frame);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
