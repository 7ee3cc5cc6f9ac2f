// Sizes that saturate instead of wrapping.
//
// A plan for an absurd shape has sizes beyond 2^64. As Bytes such a size is `never`, larger than every memory limit, so
// that "does not fit" has one spelling and MemoryLimit is thrown before anything is allocated. Count is the same for
// numbers of limbs, words or rows, of which a size is computed.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace polyfork {
inline namespace v1 {

/// A natural number below 2^64 - 1, or `never`. Sums and products with `never`, or that do not fit, are `never`;
/// products with zero are zero.
template <class Unit>
class Saturating {
 public:
  constexpr Saturating() noexcept = default;
  constexpr Saturating(std::size_t value) noexcept : value_(value) {}

  static const Saturating never;

  constexpr std::size_t value() const noexcept { return value_; }
  constexpr bool is_never() const noexcept { return value_ == SIZE_MAX; }

  friend constexpr Saturating operator+(Saturating a, Saturating b) noexcept {
    std::size_t sum = 0;
    return __builtin_add_overflow(a.value_, b.value_, &sum) ? SIZE_MAX : sum;
  }
  friend constexpr Saturating operator*(Saturating a, Saturating b) noexcept {
    std::size_t product = 0;
    if (a.value_ == 0 || b.value_ == 0) return 0;
    if (a.is_never() || b.is_never() || __builtin_mul_overflow(a.value_, b.value_, &product)) return SIZE_MAX;
    return product;
  }
  constexpr Saturating& operator+=(Saturating other) noexcept { return *this = *this + other; }
  friend constexpr auto operator<=>(Saturating, Saturating) noexcept = default;

 private:
  std::size_t value_ = 0;
};
template <class Unit>
inline constexpr Saturating<Unit> Saturating<Unit>::never{SIZE_MAX};

/// A size in bytes, and a number of anything else.
using Bytes = Saturating<struct BytesUnit>;
using Count = Saturating<struct CountUnit>;

/// The size of so many objects of a type.
template <class T>
constexpr Bytes bytes_of(Count n) noexcept {
  return Bytes(n.value()) * sizeof(T);
}

}  // namespace v1
}  // namespace polyfork
