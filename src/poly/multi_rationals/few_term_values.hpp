// Values of a few terms at short coordinates: every term is a product of words.
//
// With coordinates p / q of one limb and D the degree in a variable, a term is c times all p^e q^(D - e), which are
// multiplied by as high powers as a word holds. Tables of powers (fraction_powers.hpp) would be used once or twice.
// Where coordinates are integers and the sum is shorter than two words, terms are words times words. Cost: O(terms
// variables) products of a row with a word.
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
  static mp_limb_t power(mp_limb_t base, std::uint64_t exponent) noexcept {
    mp_limb_t result = 1;
    for (; exponent != 0; exponent >>= 1, base *= base)
      if (exponent % 2 != 0) result *= base;
    return result;
  }

 private:
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
    if (count == 0 || count > most_short_terms || n == 0 || n > most_variables) return false;
    if (count > most_terms && !all_tiny(n, numerator, denominator)) return false;
    std::uint64_t rows[most_short_terms * most_variables];
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
      const mp_limb_t larger = std::max(tops[v], bottoms[v]);
      if (larger != 1) bits += degree * static_cast<std::uint64_t>(std::bit_width(larger));
      if (degree != 0 && bottoms[v] != 1) {
        radical_bits += static_cast<std::uint64_t>(std::bit_width(bottoms[v]));
        radical_ *= bottoms[v];
      }
    }
    std::size_t longest = 0;
    for (std::size_t i = 0; i < count; ++i) longest = std::max(longest, limbs_of(a.coefficients[i]));
    const bool is_short = longest == 1 && radical_bits == 0 && bits + 64 < 127;
    if (!is_short && (count > most_terms || bits + 64 * longest + 128 > most_bits || radical_bits > 64)) return false;
    ctx.poll();
    ctx.charge(count * n * longest);
    if (is_short) {
      sum_up(a, exponents, {tops, n}, minus);
      return true;
    }
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
  /// Coordinates whose powers are short unless their exponents are long.
  template <class Numerator, class Denominator>
  static bool all_tiny(std::size_t n, const Numerator& numerator, const Denominator& denominator) {
    constexpr mp_limb_t tiny = 3;
    for (std::size_t v = 0; v < n; ++v) {
      const IntegerView p = numerator(v);
      const IntegerView q = denominator(v);
      if (limbs_of(p) != 1 || limbs_of(q) != 1 || p.limbs()[0] > tiny || q.limbs()[0] != 1) return false;
    }
    return true;
  }
  /// The sum of terms whose coefficients and powers are words, where it is below 2^127 in size.
  void sum_up(const IntegerTerms& a, std::span<const std::uint64_t> exponents, std::span<const mp_limb_t> tops,
              const bool* minus) noexcept {
    __extension__ using wide = unsigned __int128;
    const std::size_t n = tops.size();
    wide sum = 0;  // signed, modulo 2^128
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::uint64_t* const e = exponents.data() + i * n;
      const IntegerView c = a.coefficients[i];
      mp_limb_t product = 1;
      bool negative = c.sign() < 0;
      for (std::size_t v = 0; v < n; ++v) {
        if (tops[v] != 1) product *= WordRun::power(tops[v], e[v]);
        negative = negative != (minus[v] && e[v] % 2 != 0);
      }
      const wide term = wide{limbs_of(c) == 0 ? 0 : c.limbs()[0]} * product;
      sum = negative ? sum - term : sum + term;
    }
    const bool negative = sum >> 127 != 0;
    if (negative) sum = 0 - sum;
    sum_[0] = static_cast<mp_limb_t>(sum);
    sum_[1] = static_cast<mp_limb_t>(sum >> 64);
    size_ = signed_size(sum_[1] != 0 ? 2 : sum_[0] != 0 ? 1 : 0, negative);
    bottom_[0] = 1;
    bottom_size_ = 1;
  }

  static constexpr std::size_t most_terms = 8;
  static constexpr std::size_t most_short_terms = 32;
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
