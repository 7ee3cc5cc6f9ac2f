// Sums of products of sparse polynomials whose keys and coefficients are words, by rows.
//
// A row is a term of one factor times the other factor: its keys descend as those of the factor do. All rows of all
// products stand one after another and are merged two by two, by steps without a branch on the order of terms
// (multi_mul_rows.hpp says why). Sums have 128 bits.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// The sum of the products, which has less than 128 bits, in memory of the frame: 48 bytes for a product of two terms.
std::span<RowTerm> sum_of_products(std::span<const WordFactors> factors, Workspace::Frame& frame);

/// The bits of the longest element; more than 64 where one has several limbs.
std::size_t one_limb_bits(const IntegerVector& v) noexcept;
/// The elements as words of the frame. Precondition: at most 63 bits.
std::span<std::int64_t> scratch_words(const IntegerVector& v, Workspace::Frame& frame);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
