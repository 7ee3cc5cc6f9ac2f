// Values of short integer polynomials, and of blocks of long ones, at points of one word.
//
// Let y = x^k be the largest power of the point that is a word, or that is asked for: k coefficients are added up by
// products with the words x^0 to x^(k-1), and Horner's rule takes one step v = v y + sum for all of them. A step of
// Horner's rule works on the whole value, a sum on a coefficient, so that about k times fewer limbs are multiplied;
// short ones without a call.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gmp.h>

#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A point and its powers. The sign is left to the rows: f(-x) is the value at x with every other coefficient negated.
class WordPoint {
 public:
  static bool fits(IntegerView x) noexcept { return x.limbs().size() == 1; }
  /// Makes the powers that so many coefficients ask for, at least one. Precondition: fits(x), so x is not zero.
  WordPoint(IntegerView x, std::size_t coefficients) noexcept;

  bool negative() const noexcept { return negative_; }
  /// How many powers there are: k.
  std::size_t count() const noexcept { return count_; }
  /// |x|^j for j < k, below 2^63; k = 1 where |x| is not.
  const mp_limb_t* powers() const noexcept { return powers_; }
  /// |x|^k.
  mp_limb_t step() const noexcept { return step_; }
  /// What a sum of k coefficients and a step add to the bits of a coefficient and of a value: those of |x|^(k-1) and of
  /// |x|^k; for x = 1 those of k, and one.
  std::size_t sum_bits() const noexcept { return sum_bits_; }
  std::size_t step_bits() const noexcept { return step_bits_; }

 private:
  static constexpr std::size_t most_powers = 32;
  mp_limb_t powers_[most_powers];
  mp_limb_t step_;
  std::size_t count_ = 1;
  std::size_t sum_bits_;
  std::size_t step_bits_;
  bool negative_;
};

/// Coefficients of at most `bits` bits in two's complement, rows of width(bits) limbs one after the other.
struct SignedRows {
  const mp_limb_t* limbs = nullptr;
  std::size_t count = 0;
  std::size_t bits = 0;

  static std::size_t width(std::size_t bits) noexcept { return bits / 64 + 1; }
  /// Precondition: begin <= end <= count.
  SignedRows part(std::size_t begin, std::size_t end) const noexcept {
    return {limbs + begin * width(bits), end - begin, bits};
  }
};

/// Writes the coefficients [begin, end) as such rows of `width` limbs, where `alternating` those of odd index negated.
void write_signed_rows(mp_limb_t* to, std::size_t width, const IntegerVector& a, std::size_t begin, std::size_t end,
                       bool alternating) noexcept;

/// Limbs of scratch memory that a value asks for.
std::size_t word_value_scratch(std::size_t bits) noexcept;

/// row = |sum f_i |x|^i|. The row has limbs for bits + (count + k) bits(x) + 66 bits. Returns the signed size.
/// O(count^2 bits(x)^2 / 64^2) word products.
/// Precondition: f has coefficients.
std::int32_t value_at_word(mp_limb_t* row, mp_limb_t* scratch, const SignedRows& f, const WordPoint& x) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
