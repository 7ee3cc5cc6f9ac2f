// Values of a few terms at short coordinates: every term is a product of words.
//
// With coordinates p / q of one limb and D the degree in a variable, a term is c times all p^e q^(D - e), which are
// multiplied by as high powers as a word holds. Tables of powers (fraction_powers.hpp) would be used once or twice.
// Cost: O(terms variables) products of a row with a word.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/poly/multi_products/detail/multi_ops.hpp>

#include "poly/multi_rationals/scratch_numbers.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A row times words, which are gathered while their product is a word.
class WordRun {
 public:
  WordRun(mp_limb_t* row, IntegerView first) noexcept
      : row_(row), size_(static_cast<mp_size_t>(limbs_of(first))), negative_(first.sign() < 0) {
    std::copy_n(first.limbs().data(), size_, row_);
  }
  void multiply(mp_limb_t factor) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide product = wide{gathered_} * factor;
    if (product >> 64 == 0) {
      gathered_ = static_cast<mp_limb_t>(product);
      return;
    }
    flush();
    gathered_ = factor;
  }
  /// Times base^exponent.
  void multiply_power(mp_limb_t base, std::uint64_t exponent) noexcept {
    if (base == 1 || exponent == 0) return;
    const std::uint64_t most = 64 / static_cast<std::uint64_t>(std::bit_width(base));
    for (; exponent > most; exponent -= most) multiply(power(base, most));
    multiply(power(base, exponent));
  }
  void negate() noexcept { negative_ = !negative_; }
  IntegerView finish() noexcept {
    flush();
    return {row_, signed_size(static_cast<std::size_t>(size_), negative_)};
  }

 private:
  static mp_limb_t power(mp_limb_t base, std::uint64_t exponent) noexcept {
    mp_limb_t result = 1;
    for (; exponent != 0; exponent >>= 1, base *= base)
      if (exponent % 2 != 0) result *= base;
    return result;
  }
  void flush() noexcept {
    if (gathered_ == 1) return;
    const mp_limb_t carry = mpn_mul_1(row_, row_, size_, gathered_);
    if (carry != 0) row_[size_++] = carry;
    gathered_ = 1;
  }
  mp_limb_t* row_;
  mp_size_t size_;
  bool negative_;
  mp_limb_t gathered_ = 1;
};

/// The value, but for the denominator of the coefficients, as sum / bottom, where every prime of `bottom` divides
/// `radical`.
class FewTermValue {
 public:
  /// False where terms or variables are many, coordinates have several limbs, or numbers are long. Coordinates are
  /// numerator(v) / denominator(v), n of them; `exponents` has rows for the terms, or is empty.
  template <class Numerator, class Denominator>
  bool run(const IntegerTerms& a, const Variables& variables, std::span<const std::uint64_t> exponents, std::size_t n,
           const Numerator& numerator, const Denominator& denominator, const ExecutionContext& ctx) {
    const std::size_t count = a.size();
    if (count == 0 || count > most_terms || n == 0 || n > most_variables) return false;
    std::uint64_t rows[most_terms * most_variables];
    if (exponents.empty()) {
      write_exponent_rows(rows, a.monomials, variables, 0, count);
      exponents = {rows, count * n};
    }
    mp_limb_t tops[most_variables];
    mp_limb_t bottoms[most_variables];
    bool minus[most_variables];
    std::uint64_t degrees[most_variables];
    std::uint64_t bits = static_cast<std::uint64_t>(std::bit_width(count));
    std::uint64_t radical_bits = 0;
    for (std::size_t v = 0; v < n; ++v) {
      const IntegerView p = numerator(v);
      const IntegerView q = denominator(v);
      if (limbs_of(p) != 1 || limbs_of(q) != 1) return false;
      tops[v] = p.limbs()[0];
      bottoms[v] = q.limbs()[0];
      minus[v] = p.sign() < 0;
      std::uint64_t degree = 0;
      for (std::size_t i = 0; i < count; ++i) degree = std::max(degree, exponents[i * n + v]);
      degrees[v] = degree;
      is_constant_ = is_constant_ && degree == 0;
      if (degree > most_bits) return false;
      bits += degree * static_cast<std::uint64_t>(std::bit_width(std::max(tops[v], bottoms[v])));
      if (degree != 0 && bottoms[v] != 1) {
        radical_bits += static_cast<std::uint64_t>(std::bit_width(bottoms[v]));
        radical_ *= bottoms[v];
      }
    }
    std::size_t longest = 0;
    for (std::size_t i = 0; i < count; ++i) longest = std::max(longest, limbs_of(a.coefficients[i]));
    if (bits + 64 * longest + 128 > most_bits || radical_bits > 64) return false;
    ctx.poll();
    ctx.charge(count * n * longest);
    for (std::size_t i = 0; i < count; ++i) {
      WordRun term(i == 0 ? sum_ : term_, a.coefficients[i]);
      for (std::size_t v = 0; v < n; ++v) {
        const std::uint64_t e = exponents[i * n + v];
        term.multiply_power(tops[v], e);
        term.multiply_power(bottoms[v], degrees[v] - e);
        if (minus[v] && e % 2 != 0) term.negate();
      }
      const IntegerView summand = term.finish();
      size_ = i == 0 ? summand.signed_size() : add_rows(sum_, IntegerView(sum_, size_), summand);
    }
    const mp_limb_t one = 1;
    WordRun bottom(bottom_, IntegerView(&one, 1));
    for (std::size_t v = 0; v < n; ++v) bottom.multiply_power(bottoms[v], degrees[v]);
    bottom_size_ = bottom.finish().signed_size();
    return true;
  }
  IntegerView sum() const noexcept { return {sum_, size_}; }
  IntegerView bottom() const noexcept { return {bottom_, bottom_size_}; }
  IntegerView radical() const noexcept { return {&radical_, 1}; }
  /// No term has a variable: the sum is the one coefficient.
  bool is_constant() const noexcept { return is_constant_; }

 private:
  static constexpr std::size_t most_terms = 8;
  static constexpr std::size_t most_variables = 16;
  static constexpr std::size_t most_limbs = 40;
  static constexpr std::uint64_t most_bits = 64 * (most_limbs - 1);
  mp_limb_t sum_[most_limbs];
  mp_limb_t term_[most_limbs];
  mp_limb_t bottom_[most_limbs];
  std::int32_t size_ = 0;
  std::int32_t bottom_size_ = 0;
  mp_limb_t radical_ = 1;
  bool is_constant_ = true;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
