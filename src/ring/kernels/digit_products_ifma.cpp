// Products of short polynomials by 52-bit digits, with the multiply-adds of AVX-512 IFMA. See digit_products.hpp.
#include <bit>

#include "core/simd/vec_ifma.hpp"
#include "ring/kernels/digit_products.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels::ifma {

namespace {

constexpr std::size_t lanes = 8;
constexpr std::size_t digit_bits = DigitProducts::digit_bits;
constexpr std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;

/// Where eight numbers of one length begin within rows of numbers of another: the one and the bit.
struct Places {
  std::uint64_t index[lanes];
  std::uint64_t bit[lanes];
};

/// Of numbers of `bits` bits, from the first bit of number `first` among those of `row_bits`.
constexpr Places places(std::size_t first, std::size_t bits, std::size_t row_bits) {
  Places p{};
  const std::size_t origin = first * bits / row_bits;
  for (std::size_t i = 0; i < lanes; ++i) {
    p.index[i] = (first + i) * bits / row_bits - origin;
    p.bit[i] = (first + i) * bits % row_bits;
  }
  return p;
}

/// Eight limbs in digits: from a limb on or from the middle of one, in turn.
struct DigitsInLimbs {
  static constexpr std::size_t period = 2;
  static constexpr std::size_t limbs[period] = {6, 7};  // that a step moves on
  alignas(64) Places at[period];
  constexpr DigitsInLimbs() : at{} {
    for (std::size_t i = 0; i < period; ++i) at[i] = places(lanes * i, digit_bits, 64);
  }
};
/// Eight digits in limbs: 8 limbs begin within one of 13 bits of a digit.
struct LimbsInDigits {
  static constexpr std::size_t period = 13;
  alignas(64) Places at[period];
  constexpr LimbsInDigits() : at{} {
    for (std::size_t i = 0; i < period; ++i) at[i] = places(lanes * i, 64, digit_bits);
  }
  static constexpr std::size_t origin(std::size_t step) noexcept { return step * lanes * 64 / digit_bits; }
};
constexpr DigitsInLimbs digits_in_limbs;
constexpr LimbsInDigits limbs_in_digits;

}  // namespace

POLYFORK_SIMD_BEGIN_IFMA

/// Words of x at the places of an index vector.
static POLYFORK_ALWAYS_INLINE VecU64 words_at(VecU64 x, VecU64 index) {
  return {_mm512_maskz_permutexvar_epi64(0xff, index.v, x.v)};
}
/// Words of low followed by high at the places of an index vector.
static POLYFORK_ALWAYS_INLINE VecU64 words_at(VecU64 low, VecU64 high, VecU64 index) {
  return {_mm512_permutex2var_epi64(low.v, index.v, high.v)};
}

/// The next eight digits of a number whose limbs begin at `from`, `left` of them; `odd` tells which step this is.
static POLYFORK_ALWAYS_INLINE VecU64 eight_digits(const std::uint64_t* from, std::size_t left, bool odd) {
  const Places& at = digits_in_limbs.at[odd ? 1 : 0];
  const VecU64 x = VecU64::load_first(from, left < lanes ? left : lanes);
  const VecU64 index = VecU64::load(at.index);
  const VecU64 bit = VecU64::load(at.bit);
  const VecU64 low = shift_right_by(words_at(x, index), bit);
  const VecU64 high = shift_left_by(words_at(x, index + VecU64::broadcast(1)), VecU64::broadcast(64) - bit);
  return (low | high) & VecU64::broadcast(digit_mask);
}

/// Digits and the places where they stand.
struct DigitList {
  std::uint64_t* digits;
  std::uint64_t* places;
  std::size_t count = 0;
  // Those that meet the packed factor in the block of the product.
  std::size_t begin = 0;
  std::size_t end = 0;

  void append(const std::uint64_t* limbs, std::size_t size, std::size_t place) noexcept {
    if (size == 1) {
      const std::uint64_t second = limbs[0] >> digit_bits;
      digits[count] = limbs[0] & digit_mask;
      places[count] = place;
      digits[count + 1] = second;
      places[count + 1] = place + 1;
      count += second != 0 ? 2 : 1;
      return;
    }
    const std::size_t bits = 64 * size - static_cast<std::size_t>(std::countl_zero(limbs[size - 1]));
    const std::size_t all = DigitProducts::digits_for_bits(bits);
    const VecU64 one_by_one = {_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7)};
    bool odd = false;
    std::size_t limb = 0;
    for (std::size_t i = 0; i < all; i += lanes, odd = !odd) {
      eight_digits(limbs + limb, size - limb, odd).store(digits + count + i);
      (VecU64::broadcast(place + i) + one_by_one).store(places + count + i);
      limb += DigitsInLimbs::limbs[odd ? 1 : 0];
    }
    count += all;
  }
  void move_to(std::size_t place, std::size_t block, std::size_t packed) noexcept {
    while (begin < count && places[begin] + packed <= place) ++begin;
    if (end < begin) end = begin;
    while (end < count && places[end] < place + block) ++end;
  }
};

/// Digits of the value at 2^(52 slot), times the sign of the leading coefficient, which is returned.
static bool pack(const DigitProducts::Factor& f, std::size_t slot, std::uint64_t* to) noexcept {
  std::size_t length = f.length;
  while (length > 1 && f.sizes[length - 1] == 0) --length;
  const std::int32_t leading = f.sizes[length - 1] < 0 ? -1 : 0;
  const VecU64 zeros = VecU64::broadcast(0);
  std::uint64_t borrow = 0;
  for (std::size_t j = 0; j < length; ++j) {
    std::uint64_t* const digits = to + j * slot;
    const std::uint64_t* const limbs = f.limbs + j * f.stride;
    const std::int32_t size = (f.sizes[j] ^ leading) - leading;
    if (size == 0) {  // zero, or minus one with the borrow
      const VecU64 fill = VecU64::broadcast(borrow != 0 ? digit_mask : 0);
      for (std::size_t i = 0; i < slot; i += lanes) fill.store(digits + i);
      continue;
    }
    const std::uint64_t mask = size < 0 ? digit_mask : 0;
    const std::uint64_t more = (size < 0 ? 1 : 0) - borrow;  // 1, 0 or -1, to the lowest digit
    borrow = size < 0 ? 1 : 0;
    const bool carries = (limbs[0] & digit_mask) == 0;  // a digit on
    const VecU64 flip = VecU64::broadcast(mask);
    VecU64 add = {_mm512_maskz_set1_epi64(1, static_cast<long long>(carries ? 0 : more))};
    bool odd = false;
    std::size_t limb = 0;
    std::size_t i = 0;
    for (; i < slot && limb < f.stride; i += lanes, odd = !odd) {
      ((eight_digits(limbs + limb, f.stride - limb, odd) ^ flip) + add).store(digits + i);
      add = zeros;
      limb += DigitsInLimbs::limbs[odd ? 1 : 0];
    }
    for (; i < slot; i += lanes) flip.store(digits + i);
    if (!carries || more == 0) continue;
    std::uint64_t* digit = digits;
    for (const std::uint64_t last = more == 1 ? digit_mask : 0; *digit == last; ++digit) *digit = digit_mask - last;
    *digit += more;
  }
  for (std::size_t i = length * slot; i < f.length * slot + DigitProducts::block; i += lanes) zeros.store(to + i);
  return leading != 0;
}

/// low, high += the products of the digits of the list with those of the packed factor, at 8 n places of the product.
template <std::size_t n>
static POLYFORK_ALWAYS_INLINE void add_digits(const DigitList& list, const std::uint64_t* packed, VecU64* low,
                                              VecU64* high) {
  for (std::size_t k = list.begin; k < list.end; ++k) {
    const VecU64 digit = VecU64::broadcast(list.digits[k]);
    const std::uint64_t* const other = packed - list.places[k];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < n; ++i) {
      const VecU64 x = VecU64::load(other + lanes * i);
      low[i] = madd52lo(low[i], digit, x);
      high[i] = madd52hi(high[i], digit, x);
    }
  }
}

/// What goes from eight digits of the product to the next: the high halves of their products, and carries.
struct DigitCarry {
  VecU64 high;
  VecU64 carry;
};

/// Digits in [0, 2^52) of eight signed sums at neighbouring places, and what they carry.
static POLYFORK_ALWAYS_INLINE VecU64 carry_digits(VecU64 sums, DigitCarry& from) {
  const VecU64 mask = VecU64::broadcast(digit_mask);
  const VecU64 above = VecU64::broadcast(~digit_mask);
  VecU64 carry = shift_right_signed<digit_bits>(sums);
  VecU64 digits = (sums & mask) + shift_lanes(carry, from.carry);
  // Carries are below 2^12: they carry again where a digit is next to 0 or 2^52, which is seldom.
  while (_mm512_test_epi64_mask(digits.v, above.v) != 0) {
    const VecU64 again = shift_right_signed<digit_bits>(digits);
    digits = (digits & mask) + shift_lanes(again, VecU64::broadcast(0));
    carry = carry + again;  // of which the last lane goes on
  }
  from.carry = carry;
  return digits;
}

/// The digits of the product at 8 n places; `packed` points to those of the packed factor there.
template <std::size_t n>
static POLYFORK_ALWAYS_INLINE void sum_digits(const DigitList& plus, const DigitList& minus,
                                              const std::uint64_t* packed, DigitCarry& carry, std::uint64_t* to) {
  VecU64 low[n];
  VecU64 high[n];
#pragma GCC unroll 4
  for (std::size_t i = 0; i < n; ++i) low[i] = high[i] = VecU64::broadcast(0);
  add_digits<n>(minus, packed, low, high);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < n; ++i) {
    low[i] = VecU64::broadcast(0) - low[i];
    high[i] = VecU64::broadcast(0) - high[i];
  }
  add_digits<n>(plus, packed, low, high);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < n; ++i) {
    carry_digits(low[i] + shift_lanes(high[i], carry.high), carry).store(to + lanes * i);
    carry.high = high[i];
  }
}

/// |v| + 1 in the row that holds the magnitude: zeros below a one. Returns the limbs.
static std::int32_t add_one(std::uint64_t* row, std::size_t stride) noexcept {
  for (std::size_t i = 0; i < stride && ++row[i] == 0;) ++i;
  while (stride != 0 && row[stride - 1] == 0) --stride;
  return static_cast<std::int32_t>(stride);
}

/// Eight limbs from digits.
struct EightLimbs {
  VecU64 index;
  VecU64 bit;

  explicit POLYFORK_ALWAYS_INLINE EightLimbs(std::size_t step)
      : index(VecU64::load(limbs_in_digits.at[step % LimbsInDigits::period].index)),
        bit(VecU64::load(limbs_in_digits.at[step % LimbsInDigits::period].bit)) {}
  POLYFORK_ALWAYS_INLINE VecU64 operator()(const std::uint64_t* digits) const {
    const VecU64 x = VecU64::load(digits);
    const VecU64 y = VecU64::load(digits + lanes);
    const VecU64 one = VecU64::broadcast(1);
    const VecU64 digit = VecU64::broadcast(digit_bits);
    const VecU64 left = digit - bit;
    const VecU64 first = shift_right_by(words_at(x, y, index), bit);
    const VecU64 second = shift_left_by(words_at(x, y, index + one), left);
    return first | second | shift_left_by(words_at(x, y, index + one + one), left + digit);
  }
};

/// How a slot becomes a coefficient: its bits, flipped or not, plus one or not.
struct SlotSign {
  bool negative;
  bool more;

  SlotSign(const std::uint64_t* digits, std::size_t slot, bool below) noexcept
      : negative((digits[slot - 1] >> (digit_bits - 1)) != 0), more(negative != below) {}
  std::uint64_t mask() const noexcept { return negative ? ~std::uint64_t{0} : 0; }
  /// Whether one more goes beyond the lowest limb.
  bool carries(const std::uint64_t* digits) const noexcept {
    return more && ((digits[0] | digits[1] << digit_bits) ^ mask()) == ~std::uint64_t{0};
  }
};

/// Coefficients from the slots of `digits`, of at most two limbs.
static void unpack_pairs(const std::uint64_t* digits, std::size_t length, const DigitProducts::Product& to,
                         bool negate) noexcept {
  __extension__ using wide = unsigned __int128;
  const std::size_t slot = to.slot();
  bool below = false;
  for (std::size_t k = 0; k < length; ++k, digits += slot) {
    const SlotSign sign(digits, slot, below);
    below = sign.negative;
    const std::uint64_t low = digits[0];
    const std::uint64_t middle = slot > 1 ? digits[1] : 0 - static_cast<std::uint64_t>(sign.negative);
    const std::uint64_t high = slot > 2 ? digits[2] : 0 - static_cast<std::uint64_t>(sign.negative);
    const std::uint64_t x = low | middle << digit_bits;
    const std::uint64_t y = (slot > 1 ? middle >> (64 - digit_bits) : middle) | high << (2 * digit_bits - 64);
    const wide value = (((wide{y ^ sign.mask()}) << 64) | (x ^ sign.mask())) + (sign.more ? 1 : 0);
    const auto value_low = static_cast<std::uint64_t>(value);
    const auto value_high = static_cast<std::uint64_t>(value >> 64);
    std::uint64_t* const row = to.limbs + k * to.stride;
    row[0] = value_low;
    if (to.stride == 2) row[1] = value_high;
    const std::int32_t size = value_high != 0 ? 2 : value_low != 0 ? 1 : 0;
    to.sizes[k] = sign.negative != negate ? -size : size;
  }
}

/// Coefficients from the slots of `digits`; `one_step`: of at most eight limbs.
template <bool one_step>
static void unpack(const std::uint64_t* digits, std::size_t length, const DigitProducts::Product& to,
                   bool negate) noexcept {
  const std::size_t slot = to.slot();
  const std::size_t last = one_step ? 0 : (to.stride - 1) / lanes * lanes;  // the first limb of the last step
  const std::size_t rest = to.stride - last;
  const unsigned rest_mask = 0xffU >> (lanes - rest);
  // The last limb of a row may reach into the next slot.
  const std::size_t top_bits = digit_bits * slot - 64 * (to.stride - 1);
  const VecU64 top = {_mm512_mask_set1_epi64(_mm512_set1_epi64(-1), static_cast<__mmask8>(1U << (rest - 1)),
                                             top_bits >= 64 ? -1 : static_cast<long long>((1ULL << top_bits) - 1))};
  const EightLimbs first_limbs(0);
  bool below = false;
  for (std::size_t k = 0; k < length; ++k, digits += slot) {
    const SlotSign sign(digits, slot, below);
    below = sign.negative;
    const bool carries = sign.carries(digits);
    std::uint64_t* const row = to.limbs + k * to.stride;
    const VecU64 flip = VecU64::broadcast(sign.mask());
    VecU64 add = {_mm512_maskz_set1_epi64(1, sign.more && !carries ? 1 : 0)};
    std::size_t size = 0;
    if constexpr (!one_step) {
      for (std::size_t limb = 0, step = 0; limb < last; limb += lanes, ++step) {
        const VecU64 limbs = (EightLimbs(step)(digits + LimbsInDigits::origin(step)) ^ flip) + add;
        add = VecU64::broadcast(0);
        limbs.store(row + limb);
        const unsigned used = _mm512_test_epi64_mask(limbs.v, limbs.v);
        if (used != 0) size = limb + static_cast<std::size_t>(std::bit_width(used));
      }
    }
    const std::size_t step = last / lanes;
    const VecU64 limbs = one_step ? first_limbs(digits) : EightLimbs(step)(digits + LimbsInDigits::origin(step));
    const VecU64 rest_limbs = ((limbs ^ flip) + add) & top;
    rest_limbs.store_first(row + last, rest);
    const unsigned used = _mm512_test_epi64_mask(rest_limbs.v, rest_limbs.v) & rest_mask;
    if (used != 0) size = last + static_cast<std::size_t>(std::bit_width(used));
    const std::int32_t limbs_used = carries ? add_one(row, to.stride) : static_cast<std::int32_t>(size);
    to.sizes[k] = sign.negative != negate ? -limbs_used : limbs_used;
  }
}

static void multiply_digits(const DigitProducts::Factor& list, const DigitProducts::Factor& packed,
                            const DigitProducts::Product& to, std::uint64_t* scratch) noexcept {
  constexpr std::size_t block = DigitProducts::block;
  const std::size_t slot = to.slot();
  const std::size_t length = list.length + packed.length - 1;
  const std::size_t room = list.all_digits() + lanes;
  std::uint64_t* const packed_digits = scratch + 4 * room + block;
  const std::size_t packed_count = packed.length * slot;
  std::uint64_t* const digits = packed_digits + packed_count + block;
  for (std::size_t i = 0; i < block; i += lanes) VecU64::broadcast(0).store(packed_digits - block + i);
  const bool negate = pack(packed, slot, packed_digits);
  DigitList plus{scratch, scratch + room};
  DigitList minus{scratch + 2 * room, scratch + 3 * room};
  for (std::size_t i = 0; i < list.length; ++i) {
    const std::int32_t size = list.sizes[i];
    if (size == 0) continue;
    DigitList& of_sign = size < 0 ? minus : plus;
    of_sign.append(list.limbs + i * list.stride, static_cast<std::size_t>(size < 0 ? -size : size), i * slot);
  }
  DigitCarry carry{VecU64::broadcast(0), VecU64::broadcast(0)};
  const std::size_t count = length * slot;
  for (std::size_t place = 0; place < count; place += block) {
    plus.move_to(place, block, packed_count);
    minus.move_to(place, block, packed_count);
    const std::uint64_t* const from = packed_digits + place;
    switch ((count - place + lanes - 1) / lanes) {
      case 1:
        sum_digits<1>(plus, minus, from, carry, digits + place);
        break;
      case 2:
        sum_digits<2>(plus, minus, from, carry, digits + place);
        break;
      case 3:
        sum_digits<3>(plus, minus, from, carry, digits + place);
        break;
      default:
        sum_digits<4>(plus, minus, from, carry, digits + place);
    }
  }
  if (to.stride <= 2)
    unpack_pairs(digits, length, to, negate);
  else if (to.stride <= lanes)
    unpack<true>(digits, length, to, negate);
  else
    unpack<false>(digits, length, to, negate);
}

POLYFORK_SIMD_END

const DigitProducts digit_products = {"ifma", Isa::ifma, 0, SIZE_MAX, SIZE_MAX, 0.3, 0.5, 6, multiply_digits};

}  // namespace detail::kernels::ifma
}  // namespace v1
}  // namespace polyfork

#endif
