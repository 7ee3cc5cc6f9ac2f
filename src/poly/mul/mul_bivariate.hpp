// What the plan of a product through limbs and its execution share.
#pragma once

#include <cstddef>

#include <polyfork/poly/mul/multiplication.hpp>

#include "core/limits.hpp"
#include "fft/ntt_transform.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficients a(x) = A(x, 2^64) with limbs as the coefficients of A in y; then y^s stands for x, where s limbs hold a
/// coefficient of the product A B in y.
struct BivariateShape {
  std::size_t limbs_a;
  std::size_t limbs_b;
  std::size_t step;   ///< s
  std::size_t words;  ///< coefficients of the product in y
  std::size_t bits;   ///< of such a coefficient

  explicit BivariateShape(const MulShape& s) noexcept
      : limbs_a(limbs_for_bits(s.bits_a)),
        limbs_b(limbs_for_bits(s.bits_b)),
        step(saturating_add(limbs_a, limbs_b - 1)),
        words(saturating_mul(product_length(s), step)),
        bits(128 + ceil_log2(saturating_mul(std::min(s.length_a, s.length_b), std::min(limbs_a, limbs_b)))) {}

  std::size_t words_a(const MulShape& s) const noexcept { return saturating_mul(s.length_a - 1, step) + limbs_a; }
  std::size_t words_b(const MulShape& s) const noexcept { return saturating_mul(s.length_b - 1, step) + limbs_b; }
  std::size_t primes() const noexcept { return transform_primes_for(bits + 1); }
  NttShape transform(std::int64_t leaf_log) const { return NttShape::cyclic(words, {leaf_log}); }
  /// Places for the carries of a product of so many coefficients, whose words are added up in runs.
  std::size_t carries(std::size_t length, std::size_t run) const noexcept {
    return saturating_add(saturating_add(words / run, length), 1);
  }
};

/// Primes that are worked on at the same time, each with scratch for a second operand: all of them, unless one by one
/// there is enough to do for every thread between two joins.
constexpr std::size_t bivariate_at_once(unsigned primes, std::size_t transform_words, int threads) noexcept {
  constexpr std::size_t words_of_thread = std::size_t{1} << 21;  // some 10 milliseconds
  return threads == 1 || transform_words / static_cast<std::size_t>(threads) >= words_of_thread ? 1 : primes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
