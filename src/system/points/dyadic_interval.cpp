// Arithmetic of dyadic intervals.
#include "system/points/dyadic_interval.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

Integer floor_div(const Integer& a, const Integer& b) { return floor_div_rem(a, b).first; }
Integer ceil_div(const Integer& a, const Integer& b) { return -floor_div_rem(-a, b).first; }

/// The number with the least denominator in [a/b, c/d], for 0 < a/b <= c/d, by the continued fractions of the ends as
/// far as they agree; empty where its denominator has more than most_bits bits.
std::optional<Rational> simplest_positive(Integer a, Integer b, Integer c, Integer d, std::size_t most_bits,
                                          const ExecutionContext& ctx) {
  // Convergents p / q, and those before.
  Integer p(1);
  Integer q;
  Integer p_before;
  Integer q_before(1);
  while (q.bit_length() <= most_bits) {
    ctx.poll();
    auto [n, r] = floor_div_rem(a, b);
    Integer rest = sub(c, mul(n, d));
    const bool last = r.is_zero() || rest >= d;
    if (!r.is_zero() && last) n += Integer(1);
    p_before = add(p_before, mul(n, p));
    q_before = add(q_before, mul(n, q));
    std::swap(p, p_before);
    std::swap(q, q_before);
    if (last) return Rational(p, q);
    a = std::move(d);
    c = std::move(b);
    d = std::move(r);
    b = std::move(rest);
  }
  return std::nullopt;
}

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

std::optional<Rational> short_number_in(const DyadicInterval& x, std::size_t bits, const ExecutionContext& ctx) {
  if (x.contains_zero()) return Rational(0);
  const bool negative = x.lower.sign() < 0;
  const Integer low = negative ? -x.upper : x.lower;
  const Integer high = negative ? -x.lower : x.upper;
  // An interval that is a little wider holds no other short number.
  const std::int64_t scale = std::min(x.scale, least_precision(bits) + 2);
  const Integer a = shifted(low, scale - x.scale);
  const Integer c = -shifted(-high, scale - x.scale);
  const Integer unit = shifted(Integer(1), std::max<std::int64_t>(scale, 0));
  const Integer factor = shifted(Integer(1), std::max<std::int64_t>(-scale, 0));
  // Zero is the simplest number of an interval that touches it.
  if (a.is_zero()) return std::nullopt;
  auto value = simplest_positive(mul(a, factor), unit, mul(c, factor), unit, bits, ctx);
  if (!value || !is_short(*value, bits)) return std::nullopt;
  const Integer scaled_low = x.scale >= 0 ? low : shifted(low, -x.scale);
  const Integer scaled_high = x.scale >= 0 ? high : shifted(high, -x.scale);
  const Integer numerator = x.scale >= 0 ? shifted(value->numerator(), x.scale) : value->numerator();
  if (numerator < mul(scaled_low, value->denominator()) || numerator > mul(scaled_high, value->denominator()))
    return std::nullopt;
  return negative ? -*value : *value;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
