// Shifts of single rows of two's complement limbs. Bits that a shift drops are rounded towards minus infinity.
#include "rootiso/values/fixed_point.hpp"

#include <algorithm>
#include <bit>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

mp_limb_t fill_of(const mp_limb_t* row, std::size_t limbs) noexcept {
  return (row[limbs - 1] >> 63) != 0 ? ~mp_limb_t{0} : 0;
}

}  // namespace

std::int64_t fixed_word(const mp_limb_t* row, std::size_t limbs, std::size_t drop) noexcept {
  const mp_limb_t fill = fill_of(row, limbs);
  const std::size_t whole = drop / 64;
  const unsigned bits = drop % 64;
  const mp_limb_t low = whole < limbs ? row[whole] : fill;
  if (bits == 0) return static_cast<std::int64_t>(low);
  const mp_limb_t high = whole + 1 < limbs ? row[whole + 1] : fill;
  return static_cast<std::int64_t>((low >> bits) | (high << (64 - bits)));
}

std::uint64_t fixed_magnitude(const mp_limb_t* row, std::size_t limbs, std::size_t drop) noexcept {
  const std::int64_t word = fixed_word(row, limbs, drop);  // floor: the value is in [word, word + 1)
  return word >= 0 ? static_cast<std::uint64_t>(word) + 1 : std::uint64_t{0} - static_cast<std::uint64_t>(word);
}

void fixed_floor_shift(const mp_limb_t* row, std::size_t limbs, std::size_t drop, mp_limb_t* out,
                       std::size_t out_limbs) noexcept {
  const mp_limb_t fill = fill_of(row, limbs);
  const std::size_t whole = drop / 64;
  const unsigned bits = drop % 64;
  const std::size_t left = whole < limbs ? limbs - whole : 0;
  const std::size_t count = std::min(left, out_limbs);
  if (count != 0) {
    if (bits == 0) {
      std::copy_n(row + whole, count, out);
    } else {
      mpn_rshift(out, row + whole, static_cast<mp_size_t>(count), bits);
      const mp_limb_t above = whole + count < limbs ? row[whole + count] : fill;
      out[count - 1] |= above << (64 - bits);
    }
  }
  std::fill(out + count, out + out_limbs, fill);
}

void fixed_from_integer(IntegerView a, std::int64_t place, mp_limb_t* out, std::size_t out_limbs) {
  std::fill_n(out, out_limbs, mp_limb_t{0});
  const auto limbs = a.limbs();
  if (limbs.empty()) return;
  const auto size = static_cast<mp_size_t>(out_limbs);
  bool inexact = false;
  if (place >= 0) {
    const auto whole = static_cast<std::size_t>(place) / 64;
    const unsigned bits = static_cast<std::size_t>(place) % 64;
    if (bits == 0) {
      std::copy(limbs.begin(), limbs.end(), out + whole);
    } else {
      const mp_limb_t carry = mpn_lshift(out + whole, limbs.data(), static_cast<mp_size_t>(limbs.size()), bits);
      if (carry != 0) out[whole + limbs.size()] = carry;
    }
  } else {
    const auto drop = static_cast<std::size_t>(-place);
    const std::size_t whole = drop / 64;
    const unsigned bits = drop % 64;
    inexact = a.sign() < 0 && a.trailing_zeros() < drop;  // else it does not matter
    if (whole < limbs.size()) {
      // The limbs above `size` of the quotient are zero: the value fits. One of them may be read for its lowest bits.
      const std::size_t left = limbs.size() - whole;
      const std::size_t count = std::min(left, out_limbs);
      if (bits == 0) {
        std::copy_n(limbs.data() + whole, count, out);
      } else {
        mpn_rshift(out, limbs.data() + whole, static_cast<mp_size_t>(count), bits);
        if (left > count) out[count - 1] |= limbs[whole + count] << (64 - bits);
      }
    }
  }
  if (a.sign() < 0) {
    mpn_neg(out, out, size);
    if (inexact) mpn_sub_1(out, out, size, 1);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
