// Rounding to decimals by integers: x scale, scale a power of ten, is rounded by a floor.
#include "rootiso/algebraic/round_decimal.hpp"

#include "core/limits.hpp"
#include "poly/mul/mul_integer.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"
#include "ring/power_of_ten.hpp"
#include "rootiso/refine/canonical.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

Integer rounded(const Rational& x, const Integer& scale) {
  return (x * Rational(scale) + Rational(Integer(1), Integer(2))).floor();
}

// The ends are integers over a power of two: one product, and no fraction is reduced.
std::optional<Integer> rounded_cell(const DyadicCell& cell, const Integer& scale, const ExecutionContext& ctx) {
  if (cell.k < 0) {
    Integer low = rounded(cell.lower(), scale);
    if (low == rounded(cell.upper(), scale)) return low;
    return std::nullopt;
  }
  const auto k = static_cast<std::size_t>(cell.k);
  const Integer product = long_product(cell.c, scale, ctx);
  const Integer half = (Integer(1) << k) >> 1;
  Integer low = k == 0 ? product : (product + half) >> k;
  const Integer high = k == 0 ? product + scale : (product + scale + half) >> k;
  if (low != high) return std::nullopt;
  return low;
}

Integer round_half_even(const Rational& x, const Integer& scale) {
  const Rational scaled = x * Rational(scale);
  Integer r = rounded(x, scale);
  const bool tie = (scaled - Rational(r)) == Rational(Integer(-1), Integer(2));
  if (tie && r.is_odd()) r -= Integer(1);
  return r;
}

std::string decimal_text(const Integer& scaled, std::size_t digits) {
  std::string text = abs(scaled).to_string();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits != 0) text.insert(text.size() - digits, 1, '.');
  if (scaled.sign() < 0) text.insert(0, 1, '-');
  return text;
}

namespace {

/// x 10^e.
Rational times_power_of_ten(const Rational& x, std::int64_t e, const ExecutionContext& ctx) {
  const Rational power(power_of_ten(static_cast<std::uint64_t>(e < 0 ? -e : e), ctx));
  return e < 0 ? x / power : x * power;
}

/// The e with 10^e <= x < 10^(e + 1), x > 0.
std::int64_t decimal_exponent(const Rational& x, const ExecutionContext& ctx) {
  const auto bits =
      static_cast<std::int64_t>(x.numerator().bit_length()) - static_cast<std::int64_t>(x.denominator().bit_length());
  // 2^(bits - 1) < x < 2^(bits + 1)
  auto e = static_cast<std::int64_t>(static_cast<double>(bits) * 0.30102999566398) - 2;
  const Rational one(1);
  while (times_power_of_ten(x, -(e + 1), ctx) >= one) ++e;
  return e;
}

std::string significant_text_of(const Rational& x, std::size_t digits, bool exact, const ExecutionContext& ctx) {
  if (x.is_zero()) return "0";
  std::int64_t e = decimal_exponent(abs(x), ctx);
  const auto last = static_cast<std::int64_t>(digits) - 1;
  const Rational scaled = times_power_of_ten(abs(x), last - e, ctx);
  std::string text = (exact ? round_half_even(scaled, 1) : rounded(scaled, 1)).to_string();
  if (text.size() > digits) {  // rounded up to a power of ten
    text.pop_back();
    ++e;
  }
  constexpr std::int64_t smallest_exponent = -5;
  if (e > last || e < smallest_exponent) {
    if (digits > 1) text.insert(1, 1, '.');
    text += 'e' + std::to_string(e);
  } else if (e < 0) {
    text.insert(0, "0." + std::string(static_cast<std::size_t>(-e - 1), '0'));
  } else if (e < last) {
    text.insert(static_cast<std::size_t>(e) + 1, 1, '.');
  }
  return x.sign() < 0 ? '-' + text : text;
}

}  // namespace

std::optional<std::string> significant_text(const Rational& lower, const Rational& upper, std::size_t digits,
                                            const ExecutionContext& ctx) {
  const bool exact = lower == upper;
  std::string text = significant_text_of(lower, digits, exact, ctx);
  if (!exact && significant_text_of(upper, digits, false, ctx) != text) return std::nullopt;
  return text;
}

void require_significant(std::size_t digits) {
  if (digits == 0) throw DomainError("a number has one significant digit at least");
  check_limbs(limbs_of_digits(digits));
}

std::int64_t significant_bits(std::size_t digits) noexcept {
  return static_cast<std::int64_t>(static_cast<double>(digits) * 3.3219280948873626) + 10;
}

std::int64_t decimal_level(const Integer& scale) { return level_of_width(Rational(Integer(1), scale)) + 8; }

std::size_t rounding_bytes(std::size_t number_bytes, const Integer& scale) {
  const std::size_t limbs = scale.view().limbs().size() + number_bytes / sizeof(mp_limb_t) + 2;
  return saturating_add(gmp_mul_bytes(3 * limbs), gmp_to_text_bytes(limbs));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
