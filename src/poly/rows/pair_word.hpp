// Sums of 128 bits.
#pragma once

#include <cstdint>

#include <gmp.h>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// 128 bits in two's complement.
struct PairWord {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  void add_product(std::int64_t a, std::int64_t b) noexcept {
    const wide sum = ((wide{high} << 64) | low) + static_cast<wide>(static_cast<signed_wide>(a) * b);
    low = static_cast<std::uint64_t>(sum);
    high = static_cast<std::uint64_t>(sum >> 64);
  }
  void add(const PairWord& b) noexcept {
    const wide sum = ((wide{high} << 64) | low) + ((wide{b.high} << 64) | b.low);
    low = static_cast<std::uint64_t>(sum);
    high = static_cast<std::uint64_t>(sum >> 64);
  }
  bool is_zero() const noexcept { return (low | high) == 0; }
  int to_limbs(mp_limb_t* limbs) const noexcept {
    const bool negative = static_cast<std::int64_t>(high) < 0;
    const wide sum = (wide{high} << 64) | low;
    const wide magnitude = negative ? wide{0} - sum : sum;
    limbs[0] = static_cast<mp_limb_t>(magnitude);
    limbs[1] = static_cast<mp_limb_t>(magnitude >> 64);
    const int size = limbs[1] != 0 ? 2 : limbs[0] != 0 ? 1 : 0;
    return negative ? -size : size;
  }

 private:
  __extension__ using wide = unsigned __int128;
  __extension__ using signed_wide = __int128;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
