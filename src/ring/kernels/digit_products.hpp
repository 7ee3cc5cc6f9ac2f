// Products of short polynomials over Z by 52-bit digits: the kernel and the sizes that it needs.
//
// The schoolbook on digits, without a carry before the last sum. One factor is packed: coefficient j stands at digit
// j slot, and a number of `slot` digits holds every coefficient of the product with its sign, so that the factor is its
// value at 2^(52 slot), in digits in [0, 2^52) whatever the signs. The other one is a list of the digits of its
// magnitudes with the places where they stand. Eight neighbouring digits of the product at a time are sums of 52-bit
// multiply-adds, of a digit of the list and eight neighbouring ones of the packed factor, the low halves and the high
// ones apart; terms of negative coefficients are subtracted as a whole. Then one carry goes through the digits, and
// each coefficient is the number in its slot, plus one where the slot below is negative.
//
// Cost: (digits of the list) (length of the packed factor slot / 8 + 1) pairs of multiply-adds, of which a product
// needs half, as slots are twice as long as coefficients; a multiplication of limbs takes a dozen times as long. No sum
// overflows: at most `most_digits` products of 52 bits, of either sign, are added up in 64 bits, twice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/cpu.hpp>

#include "core/simd/isa_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct DigitProducts {
  static constexpr std::size_t digit_bits = 52;
  static constexpr std::size_t most_digits = 1000;  ///< in the list of the first factor
  static constexpr std::size_t block = 32;          ///< digits of the product that are summed up together

  /// A polynomial: rows of `stride` limbs, zeros above the signed sizes.
  struct Factor {
    const std::uint64_t* limbs;
    const std::int32_t* sizes;
    std::size_t length;
    std::size_t stride;
    std::size_t bits;  ///< of the longest coefficient, at least 1

    std::size_t digits() const noexcept { return digits_for_bits(bits); }
    std::size_t all_digits() const noexcept { return length * digits(); }
  };
  /// Where the product goes: rows of `stride` limbs, the fewest that hold `bits`, to be written, with signed sizes.
  struct Product {
    std::uint64_t* limbs;
    std::int32_t* sizes;
    std::size_t stride;
    std::size_t bits;  ///< no coefficient has more

    std::size_t slot() const noexcept { return digits_for_bits(bits + 1); }
  };

  static constexpr std::size_t digits_for_bits(std::size_t bits) noexcept {
    return (bits + digit_bits - 1) / digit_bits;
  }
  /// Words of scratch for operands of so many digits and slots of so many.
  static constexpr std::size_t scratch_words(std::size_t list_digits, std::size_t packed_length,
                                             std::size_t product_length, std::size_t slot) noexcept {
    return 4 * (list_digits + 8) + (packed_length * slot + 2 * block) + (product_length * slot + 2 * block);
  }

  std::string_view name;
  Isa isa;
  // What is worth this kernel: beside few coefficients its conversions count, beside long ones products of limbs do.
  std::size_t fewest;         ///< coefficients of the shorter factor, a third less below 104 bits
  std::size_t most_per_row;   ///< digits of a coefficient
  std::size_t most_products;  ///< of digits, zeros included
  // Nanoseconds.
  double pair;    ///< of multiply-adds for eight digits
  double digit;   ///< through its carry
  double column;  ///< a coefficient of the product
  /// to = list packed, of list.length + packed.length - 1 coefficients; `list` has at most most_digits digits. Scratch
  /// is on a cache line. The product overlaps no factor.
  void (*multiply)(const Factor& list, const Factor& packed, const Product& to, std::uint64_t* scratch) noexcept;
};

#if defined(__x86_64__)
namespace kernels::avx2 {
extern const DigitProducts digit_products;
}
namespace kernels::ifma {
extern const DigitProducts digit_products;
}
#endif

/// Null without vectors.
inline const DigitProducts* digit_products(Isa isa) noexcept {
#if defined(__x86_64__)
  constexpr IsaTable<const DigitProducts*> table = {nullptr, &kernels::avx2::digit_products, nullptr,
                                                    &kernels::ifma::digit_products};
#else
  constexpr IsaTable<const DigitProducts*> table = {nullptr, nullptr, nullptr, nullptr};
#endif
  return table.select(isa);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
