// Short upper bounds of numbers that are not negative, for errors of long computations.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// mantissa 2^exponent, with a mantissa below 2^32. What does not fit is rounded upwards, each result by at most 2^-31
/// of it, whatever the length of the mantissas that it came from.
class UpperBound {
 public:
  UpperBound() = default;
  explicit UpperBound(std::uint64_t value) : UpperBound(value, 0) {}
  /// Of the size of an integer.
  explicit UpperBound(IntegerView a) : UpperBound(a.limbs().data(), a.limbs().size()) {}
  /// Of an integer with `size` limbs, the top one not zero.
  UpperBound(const mp_limb_t* limbs, std::size_t size) {
    if (size == 0) return;
    std::uint64_t top = limbs[size - 1];
    auto exponent = static_cast<std::int64_t>(size - 1) * 64;
    if (size > 1 && top >> 32 == 0) {
      top = top << 32 | limbs[size - 2] >> 32;
      exponent -= 32;
    }
    // More than 32 bits, or all there is: what lies below is less than the unit that rounding adds.
    *this = UpperBound(top, exponent);
  }

  bool is_zero() const noexcept { return mantissa_ == 0; }
  UpperBound shifted(std::int64_t bits) const noexcept {
    UpperBound result = *this;
    result.exponent_ += bits;
    return result;
  }
  friend UpperBound operator*(const UpperBound& a, const UpperBound& b) noexcept {
    return UpperBound(a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_);
  }
  friend UpperBound operator+(const UpperBound& a, const UpperBound& b) noexcept {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    if (a.exponent_ < b.exponent_) return b + a;
    if (a.exponent_ - b.exponent_ < 32)
      return UpperBound((a.mantissa_ << (a.exponent_ - b.exponent_)) + b.mantissa_, b.exponent_);
    // A short mantissa would make its unit a large part of the number.
    const int room = 32 - static_cast<int>(std::bit_width(a.mantissa_));
    const std::uint64_t mantissa = a.mantissa_ << room;
    const std::int64_t exponent = a.exponent_ - room;
    const std::int64_t distance = exponent - b.exponent_;
    // A unit is at least as long as all of b.
    if (distance >= 32) return UpperBound(mantissa + 1, exponent);
    return UpperBound((mantissa << distance) + b.mantissa_, b.exponent_);
  }
  /// An integer that is not less.
  Integer ceil() const {
    if (is_zero()) return {};
    if (exponent_ <= -32) return Integer(1);
    const Integer m(mantissa_);
    return exponent_ >= 0 ? m << static_cast<std::size_t>(exponent_)
                          : (m >> static_cast<std::size_t>(-exponent_)) + Integer(1);
  }

 private:
  UpperBound(std::uint64_t value, std::int64_t exponent) : mantissa_(value), exponent_(exponent) {
    const int excess = std::max(0, static_cast<int>(std::bit_width(value)) - 32);
    if (excess == 0) return;
    mantissa_ = (value >> excess) + 1;
    exponent_ += excess;
    if (mantissa_ >> 32 != 0) {
      mantissa_ >>= 1;  // a power of two
      ++exponent_;
    }
  }

  std::uint64_t mantissa_ = 0;
  std::int64_t exponent_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
