// Arithmetic of dyadic intervals.
#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

Integer floor_div(const Integer& a, const Integer& b) { return floor_div_rem(a, b).first; }
Integer ceil_div(const Integer& a, const Integer& b) { return -floor_div_rem(-a, b).first; }

}  // namespace

Integer shifted(const Integer& a, std::int64_t bits) {
  return bits >= 0 ? a << static_cast<std::size_t>(bits) : a >> static_cast<std::size_t>(-bits);
}

std::optional<Integer> DyadicInterval::cell(std::int64_t level) const {
  Integer c = shifted(lower, level - scale);
  if (level > scale) return std::nullopt;
  if (c != shifted(upper, level - scale) || shifted(c, scale - level) == lower) return std::nullopt;
  return c;
}

bool DyadicInterval::narrower_than(std::int64_t bits) const {
  const Integer width = sub(upper, lower);
  return width.is_zero() || static_cast<std::int64_t>(width.bit_length()) <= scale - bits;
}

DyadicInterval enclose(const Rational& lower, const Rational& upper, std::int64_t scale) {
  const auto low = scale >= 0 ? floor_div(shifted(lower.numerator(), scale), lower.denominator())
                              : floor_div(lower.numerator(), shifted(lower.denominator(), -scale));
  const auto high = scale >= 0 ? ceil_div(shifted(upper.numerator(), scale), upper.denominator())
                               : ceil_div(upper.numerator(), shifted(upper.denominator(), -scale));
  return {low, high, scale};
}

std::optional<DyadicInterval> quotient(const DyadicInterval& a, const DyadicInterval& b, const Integer& d) {
  if (b.contains_zero()) return std::nullopt;
  const bool negative = b.upper.sign() < 0;
  const Integer low = negative ? -b.upper : b.lower;
  const Integer high = negative ? -b.lower : b.upper;
  const Integer numerator_low = negative ? -a.upper : a.lower;
  const Integer numerator_high = negative ? -a.lower : a.upper;
  const Integer& lower_by = numerator_low.sign() >= 0 ? high : low;
  const Integer& upper_by = numerator_high.sign() >= 0 ? low : high;
  return DyadicInterval{floor_div(shifted(numerator_low, a.scale), mul(lower_by, d)),
                        ceil_div(shifted(numerator_high, a.scale), mul(upper_by, d)), a.scale};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
