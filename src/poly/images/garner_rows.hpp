// A few integers from residues modulo the first primes of GcdPrimes, digit by digit (Garner's algorithm).
//
// The inverses that it needs are constants of the sequence of primes, so that a residue costs one reduction of the
// number found so far and one row of products. For numbers of up to some sixty primes, where trees of products do not
// pay. Literature: Knuth, The Art of Computer Programming, volume 2, section 4.3.2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "poly/images/gcd_primes.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class GarnerRows {
 public:
  static constexpr std::size_t most_primes = GcdPrimes::tabulated_inverses;

  /// `count` numbers, in rows of `width` limbs, as many as primes will be added at least. Precondition: width is at
  /// most most_primes.
  GarnerRows(mp_limb_t* rows, std::size_t count, std::size_t width) noexcept
      : rows_(rows), count_(count), width_(width) {}

  /// The residues of all numbers modulo the next prime of the sequence.
  void add(const std::uint64_t* residues, const WordModulus& m) noexcept {
    const std::uint64_t inverse = GcdPrimes::inverse_of_lower_product(size_);
    const auto n = static_cast<mp_size_t>(size_);
    for (std::size_t i = 0; i < count_; ++i) {
      mp_limb_t* const row = rows_ + i * width_;
      std::uint64_t r = 0;
      for (std::size_t k = size_; k-- > 0;) r = m.reduce(r, row[k]);
      const std::uint64_t digit = m.mul(m.sub(residues[i], r), inverse);
      row[size_] = n == 0 ? digit : mpn_addmul_1(row, product_, n, digit);
    }
    product_[size_] = n == 0 ? m.value() : mpn_mul_1(product_, product_, n, m.value());
    ++size_;
  }

  /// Makes row i the magnitude of the number in [-M / 2, M / 2), M the product of the primes; returns its signed size.
  std::int32_t finish(std::size_t i) const noexcept {
    mp_limb_t* const row = rows_ + i * width_;
    mp_limb_t twice[most_primes];
    const auto n = static_cast<mp_size_t>(size_);
    const bool negative = mpn_lshift(twice, row, n, 1) != 0 || mpn_cmp(twice, product_, n) >= 0;
    if (negative) mpn_sub_n(row, product_, row, n);
    return signed_size(strip(row, size_), negative);
  }

 private:
  mp_limb_t* rows_;
  std::size_t count_;
  std::size_t width_;
  std::size_t size_ = 0;
  mp_limb_t product_[most_primes];
};

/// out = the residues of a, in rows of one length. False where that of the last one is zero.
inline bool residues_of_rows(std::uint64_t* out, const ReadRows& a, const WordModulus& m) noexcept {
  for (std::size_t i = 0; i < a.count; ++i) {
    const std::int32_t size = a.sizes[i];
    const mp_limb_t* const row = a.row(i);
    std::uint64_t r = 0;
    for (std::size_t k = static_cast<std::size_t>(size < 0 ? -size : size); k-- > 0;) r = m.reduce(r, row[k]);
    out[i] = size < 0 ? m.neg(r) : r;
  }
  return out[a.count - 1] != 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
