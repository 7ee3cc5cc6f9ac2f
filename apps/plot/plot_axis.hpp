// The horizontal axis of a picture of roots: real numbers of any size to pixels and back, and its ticks.
#pragma once

#include <string>
#include <vector>

#include <polyfork/ring/rational.hpp>

#include "plot/sample_values.hpp"

namespace polyfork_app {

/// log2 |x| for x != 0 of any size.
double log2_abs(const polyfork::Rational& x);
/// 2^exponent to 30 bits, for exponents that no double has.
polyfork::Rational dyadic_exp2(double exponent);

/// Where a tick stands and what is written there.
struct Tick {
  double pixel = 0;
  std::string label;
};

struct Ticks {
  std::vector<Tick> ticks;
  std::string offset;  ///< what the labels leave out, when they would all begin with the same many digits
};

/// Linear, or symmetric-logarithmic: x -> asinh(x / unit), which is linear about zero and logarithmic far from it on
/// both sides. Numbers are exact until they become pixels, so that neither their size nor their closeness matters.
class PlotAxis {
 public:
  /// Precondition: low < high.
  static PlotAxis linear(polyfork::Rational low, const polyfork::Rational& high, double pixel_low, double pixel_high);
  /// unit = 2^unit_exponent.
  static PlotAxis symmetric_log(std::int64_t unit_exponent, const polyfork::Rational& low,
                                const polyfork::Rational& high, double pixel_low, double pixel_high);

  bool logarithmic() const noexcept { return logarithmic_; }
  double pixel_low() const noexcept { return pixel_low_; }
  double pixel_high() const noexcept { return pixel_high_; }
  /// This axis with room for `pixels` more on each side, between the same pixels.
  PlotAxis padded(double pixels) const;

  /// Not beyond 1000 pixels outside of the axis.
  double pixel(const polyfork::Rational& x) const;
  /// A dyadic number within a thousandth of a pixel.
  DyadicPoint at(double pixel) const;
  Ticks ticks() const;

 private:
  PlotAxis() = default;
  double scaled(const polyfork::Rational& x) const;
  Ticks linear_ticks() const;
  Ticks decade_ticks() const;

  bool logarithmic_ = false;
  double pixel_low_ = 0, pixel_high_ = 1;
  polyfork::Rational low_, width_;  // linear
  std::int64_t unit_exponent_ = 0;  // logarithmic, with asinh at both ends:
  double scaled_low_ = 0, scaled_high_ = 1;
};

/// "1.25", "1.5·10⁹", "−3": digits 10^exponent for an integer given by its decimal digits. `plain` without powers of
/// ten.
std::string decimal_label(const polyfork::Integer& digits, std::int64_t exponent, bool plain);
/// Powers of ten that are written as they are.
constexpr std::int64_t least_plain_power = -3, most_plain_power = 4;
/// "10⁷", "−0.01", "1": a power of ten.
std::string power_label(int sign, std::int64_t exponent);
/// A number in raised digits.
std::string superscript(const std::string& number);

}  // namespace polyfork_app
