// Products of short polynomials by 52-bit digits, with the multiply-adds of doubles of AVX2. See digit_products.hpp.
//
// A product x y of digits is split exactly: x y + 2^104 rounds to a multiple of 2^52, and a fused multiply-add gives
// what is left, at most 2^51 in absolute value. Both are added up as integers, by the bits that a number beside 2^104
// or 1.5 2^52 has in its mantissa; the bits of these two are taken away as often as there were products.
#include <bit>

#include "core/simd/vec_avx2.hpp"
#include "ring/kernels/digit_products.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::avx2 {

namespace {

constexpr std::size_t digit_bits = DigitProducts::digit_bits;
constexpr std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;

/// Digit i of a number of `size` limbs.
std::uint64_t digit_of(const std::uint64_t* limbs, std::size_t size, std::size_t i) noexcept {
  const std::size_t limb = i * digit_bits / 64;
  const std::size_t bit = i * digit_bits % 64;
  if (limb >= size) return 0;
  std::uint64_t x = limbs[limb] >> bit;
  if (bit > 64 - digit_bits && limb + 1 < size) x |= limbs[limb + 1] << (64 - bit);
  return x & digit_mask;
}

/// Digits other than 0 and the places where they stand.
struct DigitList {
  double* digits;
  std::uint64_t* places;
  std::size_t count = 0;
  // Digits [begin, end) meet the packed factor in the block of the product.
  std::size_t begin = 0;
  std::size_t end = 0;

  void append(const std::uint64_t* limbs, std::size_t size, std::size_t place) noexcept {
    const std::size_t bits = 64 * size - static_cast<std::size_t>(std::countl_zero(limbs[size - 1]));
    for (std::size_t i = 0; i * digit_bits < bits; ++i) {
      const std::uint64_t digit = digit_of(limbs, size, i);
      digits[count] = static_cast<double>(static_cast<std::int64_t>(digit));
      places[count] = place + i;
      count += digit != 0 ? 1 : 0;
    }
  }
  void move_to(std::size_t place, std::size_t block, std::size_t packed) noexcept {
    while (begin < count && places[begin] + packed <= place) ++begin;
    if (end < begin) end = begin;
    while (end < count && places[end] < place + block) ++end;
  }
};

/// Digits of the value at 2^(52 slot), times the sign of the leading coefficient; returns whether that is negative.
bool pack(const DigitProducts::Factor& f, std::size_t slot, double* to) noexcept {
  std::size_t length = f.length;
  while (length > 1 && f.sizes[length - 1] == 0) --length;
  const std::int32_t leading = f.sizes[length - 1] < 0 ? -1 : 0;
  std::int64_t borrow = 0;
  for (std::size_t j = 0; j < length; ++j, to += slot) {
    const std::int32_t size = (f.sizes[j] ^ leading) - leading;
    const std::uint64_t flip = size < 0 ? digit_mask : 0;
    std::int64_t carry = (size < 0 ? 1 : 0) - borrow;
    if (size != 0) borrow = size < 0 ? 1 : 0;
    const auto limbs = static_cast<std::size_t>(size < 0 ? -size : size);
    for (std::size_t i = 0; i < slot; ++i) {
      const auto digit = static_cast<std::int64_t>(digit_of(f.limbs + j * f.stride, limbs, i) ^ flip) + carry;
      carry = digit >> digit_bits;
      to[i] = static_cast<double>(digit & static_cast<std::int64_t>(digit_mask));
    }
  }
  std::fill_n(to, (f.length - length) * slot + DigitProducts::block, 0.0);
  return leading != 0;
}

/// What goes from a digit of the product to the next: the high half of its products, and a carry.
struct DigitCarry {
  std::int64_t high = 0;
  std::int64_t carry = 0;
};

/// Coefficients from the slots of `digits`.
void unpack(const std::uint64_t* digits, std::size_t length, const DigitProducts::Product& to, bool negate) noexcept {
  const std::size_t slot = to.slot();
  bool below = false;
  for (std::size_t k = 0; k < length; ++k, digits += slot) {
    const bool negative = digits[slot - 1] >> (digit_bits - 1) != 0;
    bool more = negative != below;
    below = negative;
    const std::uint64_t flip = negative ? ~std::uint64_t{0} : 0;
    const auto digit = [&](std::size_t i) { return i < slot ? digits[i] : flip & digit_mask; };
    std::uint64_t* const row = to.limbs + k * to.stride;
    std::size_t size = 0;
    for (std::size_t i = 0; i < to.stride; ++i) {
      const std::size_t first = 64 * i / digit_bits;
      const std::size_t bit = 64 * i % digit_bits;
      std::uint64_t x = digit(first) >> bit | digit(first + 1) << (digit_bits - bit);
      if (2 * digit_bits - bit < 64) x |= digit(first + 2) << (2 * digit_bits - bit);
      x = (x ^ flip) + (more ? 1 : 0);
      more = more && x == 0;
      row[i] = x;
      if (x != 0) size = i + 1;
    }
    to.sizes[k] = negative != negate ? -static_cast<std::int32_t>(size) : static_cast<std::int32_t>(size);
  }
}

}  // namespace

POLYFORK_SIMD_BEGIN_AVX2

constexpr int digit_vectors = 4;
constexpr std::size_t digit_places = digit_vectors * VecU64::lanes;

struct DigitSums {
  VecU64 low[digit_vectors];
  VecU64 high[digit_vectors];
};

template <int i = 0>
static POLYFORK_ALWAYS_INLINE void add_digit(DigitSums& sums, VecF64 digit, const double* other) {
  if constexpr (i < digit_vectors) {
    const VecF64 unit = VecF64::broadcast(0x1p104);
    const VecF64 x = VecF64::load(other + i * VecF64::lanes);
    const VecF64 high = fma_add(digit, x, unit);
    sums.high[i] = sums.high[i] + bits_as_word(high);
    sums.low[i] = sums.low[i] + bits_as_word(fma_add(digit, x, unit - high) + VecF64::broadcast(0x1.8p52));
    add_digit<i + 1>(sums, digit, other);
  }
}
/// sums = factor (sums without the bits of the units of n products), factor 1 or -1.
template <int i = 0>
static POLYFORK_ALWAYS_INLINE void end_digits(DigitSums& sums, std::size_t n, bool negative) {
  if constexpr (i < digit_vectors) {
    const VecU64 low = VecU64::broadcast(n * 0x4338000000000000);
    const VecU64 high = VecU64::broadcast(n * 0x4670000000000000);
    sums.low[i] = negative ? low - sums.low[i] : sums.low[i] - low;
    sums.high[i] = negative ? high - sums.high[i] : sums.high[i] - high;
    end_digits<i + 1>(sums, n, negative);
  }
}
template <int i = 0>
static POLYFORK_ALWAYS_INLINE void clear_digits(DigitSums& sums) {
  if constexpr (i < digit_vectors) {
    sums.low[i] = sums.high[i] = VecU64::broadcast(0);
    clear_digits<i + 1>(sums);
  }
}
template <int i = 0>
static POLYFORK_ALWAYS_INLINE void store_digits(const DigitSums& sums, std::uint64_t* low, std::uint64_t* high) {
  if constexpr (i < digit_vectors) {
    sums.low[i].store(low + i * VecU64::lanes);
    sums.high[i].store(high + i * VecU64::lanes);
    store_digits<i + 1>(sums, low, high);
  }
}

/// The digits of the product at neighbouring places; `packed` points to those of the packed factor there.
static void sum_digits(const DigitList& plus, const DigitList& minus, const double* packed, DigitCarry& carry,
                       std::uint64_t* to) {
  DigitSums sums;
  clear_digits(sums);
  for (std::size_t k = minus.begin; k < minus.end; ++k)
    add_digit(sums, VecF64::broadcast(minus.digits[k]), packed - minus.places[k]);
  end_digits(sums, minus.end - minus.begin, true);
  for (std::size_t k = plus.begin; k < plus.end; ++k)
    add_digit(sums, VecF64::broadcast(plus.digits[k]), packed - plus.places[k]);
  end_digits(sums, plus.end - plus.begin, false);
  std::uint64_t low[digit_places];
  std::uint64_t high[digit_places];
  store_digits(sums, low, high);
  for (std::size_t i = 0; i < digit_places; ++i) {
    const std::int64_t x = static_cast<std::int64_t>(low[i]) + carry.high + carry.carry;
    to[i] = static_cast<std::uint64_t>(x) & digit_mask;
    carry.carry = x >> digit_bits;
    carry.high = static_cast<std::int64_t>(high[i]);
  }
}

POLYFORK_SIMD_END

static void multiply_digits(const DigitProducts::Factor& list, const DigitProducts::Factor& packed,
                            const DigitProducts::Product& to, std::uint64_t* scratch) noexcept {
  constexpr std::size_t block = DigitProducts::block;
  const std::size_t slot = to.slot();
  const std::size_t length = list.length + packed.length - 1;
  const std::size_t room = list.all_digits() + 8;
  double* const packed_digits = reinterpret_cast<double*>(scratch + 4 * room + block);
  const std::size_t packed_count = packed.length * slot;
  std::uint64_t* const digits = scratch + 4 * room + block + packed_count + block;
  std::fill_n(packed_digits - block, block, 0.0);
  const bool negate = pack(packed, slot, packed_digits);
  DigitList plus{reinterpret_cast<double*>(scratch), scratch + room};
  DigitList minus{reinterpret_cast<double*>(scratch + 2 * room), scratch + 3 * room};
  for (std::size_t i = 0; i < list.length; ++i) {
    const std::int32_t size = list.sizes[i];
    if (size == 0) continue;
    DigitList& of_sign = size < 0 ? minus : plus;
    of_sign.append(list.limbs + i * list.stride, static_cast<std::size_t>(size < 0 ? -size : size), i * slot);
  }
  DigitCarry carry;
  const std::size_t count = length * slot;
  for (std::size_t place = 0; place < count; place += digit_places) {
    plus.move_to(place, digit_places, packed_count);
    minus.move_to(place, digit_places, packed_count);
    sum_digits(plus, minus, packed_digits + place, carry, digits + place);
  }
  unpack(digits, length, to, negate);
}

const DigitProducts digit_products = {"avx2", Isa::avx2, 12, 7, 60000, 2, 2.5, 15, multiply_digits};

}  // namespace detail::kernels::avx2
}  // namespace v1
}  // namespace polyfork

#endif
