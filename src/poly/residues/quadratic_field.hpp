// The field of p^2 elements for word primes p < 2^31: for algorithms over Z/pZ that need more elements than p where no
// table (ring/table_field.hpp) would be small.
//
// An element a + b w, w^2 = n for the least n that is no square, is stored as a + 2^32 b. The members are those of
// WordModulus as far as algorithms for both use them.
#pragma once

#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class QuadraticField {
 public:
  static constexpr std::uint64_t largest_prime = (std::uint64_t{1} << 31) - 1;

  /// Precondition: p an odd prime, p <= largest_prime.
  explicit QuadraticField(const WordModulus& p) noexcept : p_(p) {
    while (p_.pow(square_, (p_.value() - 1) / 2) == 1) ++square_;
  }

  std::uint64_t size() const noexcept { return p_.value() * p_.value(); }
  /// A numbering of the elements by n < size(), 0 for 0.
  std::uint64_t element(std::uint64_t n) const noexcept { return pack(n % p_.value(), n / p_.value()); }
  std::uint64_t index(std::uint64_t a) const noexcept { return low(a) + high(a) * p_.value(); }

  /// The image of an integer.
  std::uint64_t reduce(std::uint64_t n) const noexcept { return p_.reduce(n); }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const noexcept {
    return pack(p_.add(low(a), low(b)), p_.add(high(a), high(b)));
  }
  std::uint64_t sub(std::uint64_t a, std::uint64_t b) const noexcept {
    return pack(p_.sub(low(a), low(b)), p_.sub(high(a), high(b)));
  }
  std::uint64_t neg(std::uint64_t a) const noexcept { return pack(p_.neg(low(a)), p_.neg(high(a))); }
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept {
    // Sums of two products below 2^62 each.
    const std::uint64_t squared = p_.mul(high(a), high(b)) * square_;  // square_ is tiny beside 2^31
    return pack(p_.reduce(low(a) * low(b) + squared), p_.reduce(low(a) * high(b) + high(a) * low(b)));
  }
  /// 0 for 0.
  std::uint64_t inverse(std::uint64_t a) const noexcept {
    const std::uint64_t norm = p_.sub(p_.mul(low(a), low(a)), p_.mul(square_, p_.mul(high(a), high(a))));
    const std::uint64_t inverse = p_.inverse(norm);
    return pack(p_.mul(low(a), inverse), p_.mul(p_.neg(high(a)), inverse));
  }
  std::uint64_t pow(std::uint64_t a, std::uint64_t exponent) const noexcept {
    std::uint64_t power = 1;
    for (; exponent != 0; exponent >>= 1, a = mul(a, a))
      if ((exponent & 1) != 0) power = mul(power, a);
    return power;
  }
  std::uint64_t shoup(std::uint64_t) const noexcept { return 0; }
  std::uint64_t mul_shoup(std::uint64_t a, std::uint64_t b, std::uint64_t) const noexcept { return mul(a, b); }
  /// Whether a is an integer modulo p, as which it is stored.
  bool is_integer(std::uint64_t a) const noexcept { return high(a) == 0; }

 private:
  static std::uint64_t low(std::uint64_t a) noexcept { return a & 0xffffffffU; }
  static std::uint64_t high(std::uint64_t a) noexcept { return a >> 32; }
  static std::uint64_t pack(std::uint64_t a, std::uint64_t b) noexcept { return a | b << 32; }

  WordModulus p_;
  std::uint64_t square_ = 2;  // of w
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
