// The signs of a polynomial between its roots, and its values at the pixels of a curve.
#include "plot/roots_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace polyfork_app {

namespace {

constexpr double clearance = 0.06;     // from a root, whose place is known to a hundredth of a pixel
constexpr double thinnest_gap = 0.25;  // that is sampled
constexpr double thin_gap = 1.2;       // that is sampled in its middle only
constexpr double least_height = 0.18;

/// Denser towards both ends, where the curve is steep.
void add_pixels(const Gap& gap, std::vector<double>& pixels) {
  const double width = gap.right - gap.left;
  if (width < thinnest_gap) return;
  if (width < thin_gap) {
    pixels.push_back((gap.left + gap.right) / 2);
    return;
  }
  const int count = std::max(7, static_cast<int>(width / 1.6));
  for (int i = 0; i < count; ++i) {
    const double share = (1 - std::cos(std::numbers::pi * (i + 0.5) / count)) / 2;
    pixels.push_back(std::clamp(gap.left + width * share, gap.left + clearance, gap.right - clearance));
  }
}

/// The sign of all samples in a gap, 0 where they differ: beside an interval that is a point there may be other roots.
/// Nothing where there is no sample.
std::optional<int> sign_in(const RootsCurve& curve, const Gap& gap) {
  std::optional<int> sign;
  for (std::size_t i = gap.begin; i < gap.end; ++i) {
    const SampledValue& value = curve.samples[i].value;
    if (value.known && sign.value_or(value.sign) != value.sign) return 0;
    if (value.known) sign = value.sign;
  }
  return sign;
}

/// From one gap to its neighbour, across the root.
int beyond(int sign, const PlacedRoot& root) { return root.interval->multiplicity % 2 == 0 ? sign : -sign; }

void fill_signs(RootsCurve& curve, const std::vector<PlacedRoot>& roots) {
  std::vector<std::optional<int>> signs;
  for (const Gap& gap : curve.gaps) signs.push_back(sign_in(curve, gap));
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (signs[i] && !signs[i + 1]) signs[i + 1] = beyond(*signs[i], roots[i]);
  for (std::size_t i = roots.size(); i-- > 0;)
    if (signs[i + 1] && !signs[i]) signs[i] = beyond(*signs[i + 1], roots[i]);
  for (std::size_t i = 0; i < signs.size(); ++i) curve.gaps[i].sign = signs[i].value_or(0);
}

double quantile(std::vector<double> values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

double asinh_exp2(double l) { return l < 500 ? std::asinh(std::exp2(l)) : std::numbers::ln2 * (l + 1); }

}  // namespace

RootsCurve roots_curve(const polyfork::PolyZ& f, const PlacedRoots& placed, const polyfork::ExecutionContext& ctx) {
  RootsCurve curve;
  std::vector<double> pixels;
  double left = placed.axis.pixel_low();
  for (std::size_t i = 0; i <= placed.roots.size(); ++i) {
    const double right = i < placed.roots.size() ? placed.roots[i].pixel : placed.axis.pixel_high();
    Gap gap{left, right, 0, pixels.size(), 0};
    add_pixels(gap, pixels);
    gap.end = pixels.size();
    curve.gaps.push_back(gap);
    left = right;
  }
  std::vector<DyadicPoint> points;
  points.reserve(pixels.size());
  for (const double pixel : pixels) points.push_back(placed.axis.at(pixel));
  const std::vector<SampledValue> values = sample_values(f, points, ctx);
  curve.samples.reserve(pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) curve.samples.push_back({pixels[i], values[i]});
  fill_signs(curve, placed.roots);
  return curve;
}

ValueScale::ValueScale(const RootsCurve& curve) {
  std::vector<double> all, highest;
  for (const Gap& gap : curve.gaps) {
    double highest_here = none;
    for (std::size_t i = gap.begin; i < gap.end; ++i) {
      const SampledValue& value = curve.samples[i].value;
      if (!value.known || value.sign == 0) continue;
      double& top = value.sign > 0 ? positive_top_ : negative_top_;
      top = std::max(top, value.log2);
      highest_here = std::max(highest_here, value.log2);
      all.push_back(value.log2);
    }
    if (highest_here > none) highest.push_back(highest_here);
  }
  if (all.empty()) return;
  top_ = std::max(positive_top_, negative_top_);
  unit_ = curve.gaps.size() == 1 ? quantile(all, 0) - 1
                                 : std::min(quantile(std::move(highest), 0.05) - 1, quantile(std::move(all), 0.25));
  const double lowest = asinh_exp2(1) / asinh_exp2(top_ - unit_);
  if (lowest < least_height) power_ = std::log(least_height) / std::log(lowest);
}

double ValueScale::operator()(int sign, double log2_magnitude) const {
  if (sign == 0 || log2_magnitude <= none) return 0;
  return sign * std::pow(asinh_exp2(log2_magnitude - unit_) / asinh_exp2(top_ - unit_), power_);
}

}  // namespace polyfork_app
