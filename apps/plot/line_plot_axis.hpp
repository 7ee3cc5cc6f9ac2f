// The logarithmic axes of line plots.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace polyfork_app {

/// Whether an axis has a place for the number: positive, and not so large or small that a range overflows.
constexpr bool plottable(double value) { return value > 1e-100 && value < 1e100; }

/// What the ticks of an axis are: powers of two for what doubles from one measurement to the next, powers of ten (and
/// 2 and 5 times them, where the axis is short) for anything else.
enum class TickBase { two, ten };

/// Plottable numbers, the low one not above the high one.
struct AxisRange {
  double low, high;

  /// The range with this number in it.
  AxisRange including(double value) const;
  /// The range from one tick to another, so that the ends of the axis are numbers that a reader knows.
  AxisRange widened(TickBase base) const;
};

/// A range between two pixels. Precondition: it is not a single number.
class LogAxis {
 public:
  LogAxis(AxisRange range, double pixel_low, double pixel_high)
      : range_(range), pixel_low_(pixel_low), pixel_high_(pixel_high) {}

  double low() const noexcept { return range_.low; }
  double high() const noexcept { return range_.high; }
  double operator()(double value) const;
  /// Ascending, at least `distance` pixels apart. Both ends where they would be fewer than two; the high end in any
  /// case when there is room for it, because the largest number of threads need not be a power of two.
  std::vector<double> ticks(TickBase base, double distance) const;

 private:
  AxisRange range_;
  double pixel_low_, pixel_high_;
};

/// A number as a reader wants it: "0.25", "16", "65 536" with thin spaces.
std::string tick_label(double value);

}  // namespace polyfork_app
