// Products modulo any 64-bit word, for the few places where WordModulus (p < 2^63) does not reach.
#pragma once

#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a b mod n by a 128-bit division; n >= 1.
inline std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t n) noexcept {
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>(wide{a} * b % n);
}

/// base^exponent with the given product, for a modulus above 1.
template <class Mul>
std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, const Mul& mul) noexcept {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = mul(result, base);
    base = mul(base, base);
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
