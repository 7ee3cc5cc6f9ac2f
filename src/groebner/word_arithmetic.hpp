// Arithmetic modulo a prime below 2^31 on words that are reduced late.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A prime p < 2^31 with what elimination needs: sums are kept in [0, p^2), below 2^62.
class SmallPrime {
 public:
  explicit SmallPrime(std::uint32_t p)
      : modulus_(p), square_(std::int64_t{p} * p), reciprocal_(~std::uint64_t{0} / p), half_(reduce(1ULL << 32)) {}

  std::uint32_t value() const noexcept { return static_cast<std::uint32_t>(modulus_.value()); }
  const WordModulus& modulus() const noexcept { return modulus_; }
  /// Any word. The quotient by the reciprocal is at most one too small: the remainder is below 2^32.
  std::uint32_t reduce(std::uint64_t a) const noexcept {
    __extension__ using Wide = unsigned __int128;
    const auto quotient = static_cast<std::uint64_t>((Wide{a} * reciprocal_) >> 64);
    const std::uint64_t remainder = a - quotient * modulus_.value();
    return static_cast<std::uint32_t>(remainder >= modulus_.value() ? remainder - modulus_.value() : remainder);
  }
  /// low + 2^32 high, for low and high below 2^63.
  std::uint32_t reduce_halves(std::uint64_t low, std::uint64_t high) const noexcept {
    return reduce(low + std::uint64_t{reduce(high)} * half_);
  }
  std::uint32_t mul(std::uint32_t a, std::uint32_t b) const noexcept { return reduce(std::uint64_t{a} * b); }
  std::uint32_t inverse(std::uint32_t a) const noexcept { return static_cast<std::uint32_t>(modulus_.inverse(a)); }
  std::uint32_t neg(std::uint32_t a) const noexcept { return a == 0 ? 0 : value() - a; }

  /// sum - a b, up to a multiple of p, for a sum in [0, p^2); the result lies there, too.
  std::int64_t sub_mul(std::int64_t sum, std::uint32_t a, std::uint32_t b) const noexcept {
    sum -= static_cast<std::int64_t>(std::uint64_t{a} * b);
    return sum + ((sum >> 63) & square_);
  }

 private:
  WordModulus modulus_;
  std::int64_t square_;
  std::uint64_t reciprocal_;  // floor(2^64 / p)
  std::uint32_t half_;        // 2^32 mod p
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
