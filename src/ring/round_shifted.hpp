// Rounding of numbers in two's complement.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <gmp.h>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = x / 2^bits rounded to the nearest, of integers in two's complement. With `is_short`, x differs from the true
/// value by less than 2^64, and bits is at least 100. The two top limbs of x are signs.
inline void round_shifted(std::span<mp_limb_t> x, std::size_t bits, bool is_short, std::span<mp_limb_t> out) {
  const auto n = static_cast<mp_size_t>(x.size());
  if (bits >= 64 * x.size()) return std::fill(out.begin(), out.end(), mp_limb_t{0});  // below a half
  if (is_short) mpn_add_1(x.data() + 1, x.data() + 1, n - 1, 1);
  if (bits != 0)
    mpn_add_1(x.data() + (bits - 1) / 64, x.data() + (bits - 1) / 64, n - static_cast<mp_size_t>((bits - 1) / 64),
              mp_limb_t{1} << (bits - 1) % 64);
  const mp_limb_t sign = (x.back() >> 63) != 0 ? ~mp_limb_t{0} : 0;
  const std::size_t whole = std::min(bits / 64, x.size());
  const unsigned rest = bits % 64;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto limb = [&](std::size_t k) { return k < x.size() ? x[k] : sign; };
    const mp_limb_t low = limb(whole + i);
    out[i] = rest == 0 ? low : (low >> rest) | (limb(whole + i + 1) << (64 - rest));
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
