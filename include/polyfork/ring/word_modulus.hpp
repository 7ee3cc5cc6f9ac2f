// Scalar arithmetic modulo a word: constexpr-capable, canonical residues in [0, p).
//
// Products are reduced by a precomputed reciprocal (Moller, Granlund: Improved division by invariant integers, IEEE
// TC 2011, algorithm 4): two word multiplications, no division. Products with a fixed factor use Shoup's quotient.
#pragma once

#include <cstdint>

namespace polyfork {
inline namespace v1 {

/// A modulus 2 <= p < 2^63, prime or not, with its reciprocal.
class WordModulus {
 public:
  /// Precondition: 2 <= p < 2^63 (PrimeField checks it).
  constexpr explicit WordModulus(std::uint64_t p) noexcept
      : p_(p), shift_(countl_zero(p)), reciprocal_(reciprocal_word(p << countl_zero(p))) {}

  constexpr std::uint64_t value() const noexcept { return p_; }

  constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b) const noexcept {
    const std::uint64_t s = a + b;  // below 2^64
    return s >= p_ ? s - p_ : s;
  }
  constexpr std::uint64_t sub(std::uint64_t a, std::uint64_t b) const noexcept { return a >= b ? a - b : a + p_ - b; }
  constexpr std::uint64_t neg(std::uint64_t a) const noexcept { return a == 0 ? 0 : p_ - a; }
  constexpr std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept {
    const wide product = wide{a} * b;
    return reduce(static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product));
  }
  /// (high 2^64 + low) mod p; precondition: high < p.
  constexpr std::uint64_t reduce(std::uint64_t high, std::uint64_t low) const noexcept {
    const std::uint64_t d = p_ << shift_;
    const std::uint64_t u1 = (high << shift_) | (low >> 1 >> (63 - shift_));  // shift_ >= 1
    const std::uint64_t u0 = low << shift_;
    const wide q = wide{reciprocal_} * u1 + ((wide{u1} << 64) | u0);
    const std::uint64_t q1 = static_cast<std::uint64_t>(q >> 64) + 1;
    std::uint64_t r = u0 - q1 * d;
    r += d & (0 - static_cast<std::uint64_t>(r > static_cast<std::uint64_t>(q)));
    if (r >= d) r -= d;  // hardly ever
    return r >> shift_;
  }
  /// Any word, reduced.
  constexpr std::uint64_t reduce(std::uint64_t a) const noexcept { return reduce(0, a); }
  constexpr std::uint64_t pow(std::uint64_t base, std::uint64_t exponent) const noexcept {
    std::uint64_t result = reduce(1);
    for (; exponent != 0; exponent >>= 1) {
      if (exponent & 1) result = mul(result, base);
      base = mul(base, base);
    }
    return result;
  }
  /// a^-1, or 0 when gcd(a, p) != 1. Extended Euclid: cofactors alternate in sign and none exceeds p.
  constexpr std::uint64_t inverse(std::uint64_t a) const noexcept {
    std::uint64_t r0 = p_, r1 = a;
    std::int64_t t0 = 0, t1 = 1;
    while (r1 != 0) {
      const std::uint64_t q = r0 / r1;
      const std::uint64_t r2 = r0 - q * r1;
      const std::int64_t t2 = t0 - static_cast<std::int64_t>(q) * t1;
      r0 = r1, r1 = r2, t0 = t1, t1 = t2;
    }
    if (r0 != 1) return 0;
    return t0 < 0 ? static_cast<std::uint64_t>(t0) + p_ : static_cast<std::uint64_t>(t0);
  }

  /// floor(w 2^64 / p) for mul_shoup, the quotient that reduce does not need; precondition: w < p.
  constexpr std::uint64_t shoup(std::uint64_t w) const noexcept {
    const std::uint64_t d = p_ << shift_;
    const std::uint64_t u = w << shift_;
    const wide q = wide{reciprocal_} * u + (wide{u} << 64);
    std::uint64_t quotient = static_cast<std::uint64_t>(q >> 64) + 1;
    std::uint64_t r = 0 - quotient * d;
    if (r > static_cast<std::uint64_t>(q)) {
      --quotient;
      r += d;
    }
    return r >= d ? quotient + 1 : quotient;
  }
  /// a w mod p for any word a, with w_shoup = shoup(w).
  constexpr std::uint64_t mul_shoup(std::uint64_t a, std::uint64_t w, std::uint64_t w_shoup) const noexcept {
    const std::uint64_t q = static_cast<std::uint64_t>((wide{a} * w_shoup) >> 64);
    const std::uint64_t r = a * w - q * p_;
    return r >= p_ ? r - p_ : r;
  }

  friend constexpr bool operator==(const WordModulus& a, const WordModulus& b) noexcept { return a.p_ == b.p_; }

 private:
  __extension__ using wide = unsigned __int128;

  static constexpr int countl_zero(std::uint64_t x) noexcept { return __builtin_clzll(x); }
  /// floor((2^128 - 1) / d) - 2^64 for a normalised d.
  static constexpr std::uint64_t reciprocal_word(std::uint64_t d) noexcept {
    return static_cast<std::uint64_t>(((wide{~d} << 64) | ~std::uint64_t{0}) / d);
  }

  std::uint64_t p_;
  int shift_;  // normalises p; at least 1
  std::uint64_t reciprocal_;
};

}  // namespace v1
}  // namespace polyfork
