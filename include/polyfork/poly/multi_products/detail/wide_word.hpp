// Sums of products of signed words in 192 bits.
#pragma once

#include <cstdint>

#include <gmp.h>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// 192 bits in two's complement.
struct WideWord {
  std::uint64_t low = 0;
  std::uint64_t middle = 0;
  std::uint64_t high = 0;

  void add_product(std::int64_t a, std::int64_t b) noexcept {
    const auto product = static_cast<wide>(static_cast<signed_wide>(a) * b);
    const wide sum = ((wide{middle} << 64) | low) + product;
    high += static_cast<std::uint64_t>(static_cast<std::int64_t>(product >> 64) >> 63) + (sum < product ? 1 : 0);
    low = static_cast<std::uint64_t>(sum);
    middle = static_cast<std::uint64_t>(sum >> 64);
  }
  bool is_zero() const noexcept { return (low | middle | high) == 0; }
  /// Magnitude to three limbs; the signed size.
  int to_limbs(mp_limb_t* limbs) const noexcept {
    const bool negative = static_cast<std::int64_t>(high) < 0;
    const std::uint64_t flip = negative ? ~std::uint64_t{0} : 0;
    const wide lower = ((wide{middle ^ flip} << 64) | (low ^ flip)) + (negative ? 1 : 0);
    limbs[0] = static_cast<mp_limb_t>(lower);
    limbs[1] = static_cast<mp_limb_t>(lower >> 64);
    limbs[2] = (high ^ flip) + (negative && lower == 0 ? 1 : 0);
    const int size = limbs[2] != 0 ? 3 : limbs[1] != 0 ? 2 : limbs[0] != 0 ? 1 : 0;
    return negative ? -size : size;
  }

 private:
  __extension__ using wide = unsigned __int128;
  __extension__ using signed_wide = __int128;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
