// The horizontal axis of a picture of roots: from real numbers of any size to pixels and back, linearly or by asinh,
// and its ticks.
#include "plot/plot_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "plot/svg_writer.hpp"

namespace polyfork_app {

namespace {

using polyfork::Integer;
using polyfork::Rational;

constexpr int mantissa_bits = 30;
constexpr double double_range = 500;  // exponents of two that are safe in a double, squares included
constexpr double character_width = 7.2;
constexpr std::size_t longest_label = 14;
constexpr const char* minus = "\u2212";

double log2_abs(const Integer& x) {
  signed long exponent = 0;
  const double fraction = mpz_get_d_2exp(&exponent, x.view().mpz());
  return std::log2(std::fabs(fraction)) + static_cast<double>(exponent);
}

/// asinh(2^l)
double asinh_exp2(double l) {
  return std::fabs(l) < double_range ? std::asinh(std::exp2(l)) : l < 0 ? 0 : std::numbers::ln2 * (l + 1);
}

/// digits * 10^exponent
Rational decimal(const Integer& digits, std::int64_t exponent) {
  const Integer power = polyfork::pow(Integer(10), static_cast<std::uint64_t>(std::abs(exponent)));
  return exponent >= 0 ? Rational(digits * power) : Rational(digits, power);
}

/// The multiples of 1, 2 or 5 times a power of ten in a range.
struct Multiples {
  std::int64_t factor = 1, exponent = 0;
  Integer first, last;

  Multiples(std::int64_t factor_, std::int64_t exponent_, const Rational& low, const Rational& high)
      : factor(factor_), exponent(exponent_) {
    const Rational step = decimal(Integer(factor), exponent);
    first = (low / step).ceil();
    last = (high / step).floor();
  }
  std::int64_t count() const { return last < first ? 0 : (last - first + Integer(1)).to_int64(); }
  Integer digits(std::int64_t i) const { return (first + Integer(i)) * Integer(factor); }
  std::vector<Tick> ticks(const PlotAxis& axis, const Integer& base, bool plain) const {
    std::vector<Tick> all;
    for (std::int64_t i = 0; i < count(); ++i) {
      const Integer shown = digits(i) - base;
      std::string label = (base.is_zero() || shown.sign() <= 0 ? "" : "+") + decimal_label(shown, exponent, plain);
      all.push_back({axis.pixel(decimal(digits(i), exponent)), std::move(label)});
    }
    return all;
  }
};

/// The multiple that is the shortest to write.
Integer roundest(const Multiples& m) {
  Integer best = m.digits(0);
  std::size_t shortest = decimal_label(best, m.exponent, false).size();
  for (std::int64_t i = 1; i < m.count(); ++i) {
    const std::size_t size = decimal_label(m.digits(i), m.exponent, false).size();
    if (size < shortest) best = m.digits(i), shortest = size;
  }
  return best;
}

std::size_t longest(const std::vector<Tick>& ticks) {
  std::size_t most = 1;
  for (const Tick& tick : ticks) most = std::max(most, character_count(tick.label));
  return most;
}

/// Whether numbers up to this size are written without powers of ten.
bool written_plainly(const Multiples& m) {
  const Rational largest = std::max(polyfork::abs(decimal(m.digits(0), m.exponent)),
                                    polyfork::abs(decimal(m.digits(m.count() - 1), m.exponent)));
  return largest < Rational(1'000'000) && (m.exponent >= -4 || largest >= Rational(Integer(1), Integer(100)));
}

}  // namespace

double log2_abs(const Rational& x) { return log2_abs(x.numerator()) - log2_abs(x.denominator()); }

Rational dyadic_exp2(double exponent) {
  const double whole = std::floor(exponent);
  const double mantissa = std::round(std::exp2(exponent - whole + mantissa_bits));
  return Rational::dyadic(Integer(static_cast<std::int64_t>(mantissa)),
                          static_cast<std::int64_t>(whole) - mantissa_bits);
}

std::string superscript(const std::string& number) {
  static constexpr std::array<const char*, 10> raised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : number) out += c == '-' ? "⁻" : raised[static_cast<std::size_t>(c - '0')];
  return out;
}

std::string power_label(int sign, std::int64_t exponent) {
  if (exponent >= least_plain_power && exponent <= most_plain_power)
    return decimal_label(Integer(sign), exponent, true);
  return (sign < 0 ? minus : "") + ("10" + superscript(std::to_string(exponent)));
}

std::string decimal_label(const Integer& digits, std::int64_t exponent, bool plain) {
  if (digits.is_zero()) return "0";
  std::string text = polyfork::abs(digits).to_string();
  while (text.back() == '0') text.pop_back(), ++exponent;
  const std::string sign = digits.sign() < 0 ? minus : "";
  const auto length = static_cast<std::int64_t>(text.size());
  if (!plain) {
    const std::int64_t power = exponent + length - 1;
    if (length > 1) text.insert(1, ".");
    if (power == 0) return sign + text;
    const std::string ten = "10" + superscript(std::to_string(power));
    return sign + (text == "1" ? ten : text + "·" + ten);
  }
  if (exponent >= 0) return sign + text + std::string(static_cast<std::size_t>(exponent), '0');
  if (length + exponent <= 0) text.insert(0, static_cast<std::size_t>(1 - length - exponent), '0');
  text.insert(text.size() - static_cast<std::size_t>(-exponent), ".");
  return sign + text;
}

PlotAxis PlotAxis::linear(Rational low, const Rational& high, double pixel_low, double pixel_high) {
  PlotAxis axis;
  axis.pixel_low_ = pixel_low, axis.pixel_high_ = pixel_high;
  axis.width_ = high - low;
  axis.low_ = std::move(low);
  return axis;
}

PlotAxis PlotAxis::symmetric_log(std::int64_t unit_exponent, const Rational& low, const Rational& high,
                                 double pixel_low, double pixel_high) {
  PlotAxis axis;
  axis.logarithmic_ = true;
  axis.pixel_low_ = pixel_low, axis.pixel_high_ = pixel_high;
  axis.unit_exponent_ = unit_exponent;
  axis.scaled_low_ = axis.scaled(low), axis.scaled_high_ = axis.scaled(high);
  return axis;
}

PlotAxis PlotAxis::padded(double pixels) const {
  PlotAxis axis = *this;
  const double share = pixels / (pixel_high_ - pixel_low_ - 2 * pixels);
  if (logarithmic_) {
    const double more = (scaled_high_ - scaled_low_) * share;
    axis.scaled_low_ -= more, axis.scaled_high_ += more;
  } else {
    const Rational more =
        width_ * Rational::dyadic(Integer(static_cast<std::int64_t>(std::ldexp(share, mantissa_bits))), -mantissa_bits);
    axis.low_ -= more, axis.width_ += more + more;
  }
  return axis;
}

double PlotAxis::scaled(const Rational& x) const {
  return x.is_zero() ? 0 : x.sign() * asinh_exp2(polyfork_app::log2_abs(x) - static_cast<double>(unit_exponent_));
}

double PlotAxis::pixel(const Rational& x) const {
  const double share =
      logarithmic_ ? (scaled(x) - scaled_low_) / (scaled_high_ - scaled_low_) : ((x - low_) / width_).to_double();
  return std::clamp(pixel_low_ + share * (pixel_high_ - pixel_low_), pixel_low_ - 1000, pixel_high_ + 1000);
}

DyadicPoint PlotAxis::at(double pixel) const {
  const double share = (pixel - pixel_low_) / (pixel_high_ - pixel_low_);
  if (!logarithmic_) {
    const Rational part =
        Rational::dyadic(Integer(static_cast<std::int64_t>(std::ldexp(share, mantissa_bits))), -mantissa_bits);
    const std::int64_t exponent = static_cast<std::int64_t>(std::floor(polyfork_app::log2_abs(width_))) - mantissa_bits;
    return {((low_ + width_ * part) * Rational::dyadic(Integer(1), -exponent)).floor(), exponent};
  }
  const double value = scaled_low_ + share * (scaled_high_ - scaled_low_);
  const double size = std::fabs(value);
  const double l = size < double_range / 2 ? std::log2(std::sinh(size)) : size / std::numbers::ln2 - 1;
  if (l < -mantissa_bits) return {};
  const double whole = std::floor(l);
  const double mantissa = std::round(std::exp2(l - whole + mantissa_bits));
  return {Integer(static_cast<std::int64_t>(std::copysign(mantissa, value))),
          static_cast<std::int64_t>(whole) - mantissa_bits + unit_exponent_};
}

Ticks PlotAxis::ticks() const { return logarithmic_ ? decade_ticks() : linear_ticks(); }

/// The finest multiples whose labels have room.
Ticks PlotAxis::linear_ticks() const {
  const Rational high = low_ + width_;
  const auto power =
      static_cast<std::int64_t>(std::floor(polyfork_app::log2_abs(width_) * std::numbers::log10e * std::numbers::ln2));
  for (std::int64_t exponent = power - 1;; ++exponent) {
    for (const std::int64_t factor : {1, 2, 5}) {
      const Multiples m(factor, exponent, low_, high);
      if (m.count() > 13) continue;
      if (m.count() == 0) return {};
      Ticks result{m.ticks(*this, Integer(0), written_plainly(m)), ""};
      if (longest(result.ticks) > longest_label) {
        const Integer base = roundest(m);
        result = {m.ticks(*this, base, exponent >= -5 && exponent <= 5), decimal_label(base, exponent, true)};
        if (character_count(result.offset) > 3 * longest_label) result.offset = decimal_label(base, exponent, false);
      }
      const double room = (pixel_high_ - pixel_low_) / static_cast<double>(m.count());
      if (room > character_width * static_cast<double>(longest(result.ticks)) + 14) return result;
    }
  }
}

/// Zero and signed powers of ten, all or every second, fifth, ... of them.
Ticks PlotAxis::decade_ticks() const {
  const double per_unit = (pixel_high_ - pixel_low_) / (scaled_high_ - scaled_low_);
  const double decade = per_unit * std::numbers::ln10;
  std::int64_t stride = 1;
  for (std::int64_t power = 1; static_cast<double>(stride) * decade < 56; power *= 10)
    for (const std::int64_t factor : {1, 2, 5})
      if (static_cast<double>(stride) * decade < 56) stride = power * factor;
  Ticks result;
  const double zero = pixel_low_ - scaled_low_ * per_unit;
  if (zero >= pixel_low_ && zero <= pixel_high_) result.ticks.push_back({zero, "0"});
  const double log2_of_ten = std::log2(10.0);
  const double unit_power = static_cast<double>(unit_exponent_) / log2_of_ten;
  auto k = static_cast<std::int64_t>(std::floor(unit_power / static_cast<double>(stride)));
  const double furthest = std::max(std::fabs(scaled_low_), std::fabs(scaled_high_));
  for (;; ++k) {
    const std::int64_t exponent = k * stride;
    const double scaled = asinh_exp2(static_cast<double>(exponent) * log2_of_ten - static_cast<double>(unit_exponent_));
    if (scaled > furthest) break;
    for (const int sign : {-1, 1}) {
      const double pixel = zero + sign * scaled * per_unit;
      if (pixel < pixel_low_ || pixel > pixel_high_ || std::fabs(pixel - zero) < 40) continue;
      result.ticks.push_back({pixel, power_label(sign, exponent)});
    }
  }
  return result;
}

}  // namespace polyfork_app
