// The logarithmic axes of line plots: their ticks, and where values stand.
#include "plot/line_plot_axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace polyfork_app {
namespace {

constexpr double close = 1e-9;  // a logarithm that is this near to an integer is one, but for rounding

/// The powers of two in the range.
std::vector<double> powers_of_two(AxisRange range) {
  std::vector<double> values;
  const double last = std::floor(std::log2(range.high) + close);
  for (double exponent = std::ceil(std::log2(range.low) - close); exponent <= last; ++exponent)
    values.push_back(std::exp2(exponent));
  return values;
}

/// The powers of ten in the range, and with `fine` also 2 and 5 times them.
std::vector<double> powers_of_ten(AxisRange range, bool fine) {
  std::vector<double> values;
  const double last = std::floor(std::log10(range.high) + close);
  for (double exponent = std::floor(std::log10(range.low) - close); exponent <= last; ++exponent)
    for (const int factor : {1, 2, 5}) {
      const double value = factor * std::pow(10, exponent);
      const bool inside = value >= range.low * (1 - close) && value <= range.high * (1 + close);
      if (inside && (fine || factor == 1)) values.push_back(value);
    }
  return values;
}

/// Every second, third, ... of the values, of which `spacing` pixels are between neighbours, such that `distance` are.
std::vector<double> thinned(const std::vector<double>& values, double spacing, double distance) {
  const auto step = static_cast<std::size_t>(std::max(1.0, std::ceil(distance / spacing)));
  std::vector<double> some;
  for (std::size_t i = 0; i < values.size(); i += step) some.push_back(values[i]);
  return some;
}

}  // namespace

AxisRange AxisRange::including(double value) const { return {std::min(low, value), std::max(high, value)}; }

AxisRange AxisRange::widened(TickBase base) const {
  if (base == TickBase::two) {
    const double first = std::floor(std::log2(low) + close), last = std::ceil(std::log2(high) - close);
    return {std::exp2(first), std::exp2(std::max(last, first + 1))};
  }
  const std::vector<double> around = powers_of_ten({low / 10, high * 10}, true);
  const auto above_low =
      std::find_if(around.begin() + 1, around.end(), [&](double v) { return v > low * (1 + close); });
  const auto at_high = std::find_if(above_low, around.end(), [&](double v) { return v >= high * (1 - close); });
  return {*(above_low - 1), *at_high};
}

double LogAxis::operator()(double value) const {
  const double share = std::log2(value / range_.low) / std::log2(range_.high / range_.low);
  return pixel_low_ + share * (pixel_high_ - pixel_low_);
}

std::vector<double> LogAxis::ticks(TickBase base, double distance) const {
  const double per_octave = std::abs(pixel_high_ - pixel_low_) / std::log2(range_.high / range_.low);
  const double per_decade = per_octave * std::log2(10);
  std::vector<double> values;
  if (base == TickBase::two)
    values = thinned(powers_of_two(range_), per_octave, distance);
  else if (per_octave >= distance)  // from 1 to 2 and from 5 to 10 it is an octave, from 2 to 5 more
    values = powers_of_ten(range_, true);
  else
    values = thinned(powers_of_ten(range_, false), per_decade, distance);
  if (values.size() < 2) return {range_.low, range_.high};
  const LogAxis& pixel = *this;
  if (std::abs(pixel(range_.high) - pixel(values.back())) >= distance) values.push_back(range_.high);
  return values;
}

std::string tick_label(double value) {
  constexpr const char* thin_space = "\u2009";
  if (value < 10000) return fmt::format("{:.4g}", value);
  std::string digits = fmt::format("{:.0f}", value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, thin_space);
  return digits;
}

}  // namespace polyfork_app
