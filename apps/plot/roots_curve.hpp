// The signs of a polynomial between its roots, and its values for a curve.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "plot/place_roots.hpp"
#include "plot/sample_values.hpp"

namespace polyfork_app {

/// What lies between two neighbouring roots, or a root and the picture's end.
struct Gap {
  double left = 0, right = 0;      ///< pixels
  int sign = 0;                    ///< of the polynomial; 0 when it is not known
  std::size_t begin = 0, end = 0;  ///< its part of the samples
};

struct CurveSample {
  double pixel = 0;
  SampledValue value;
};

struct RootsCurve {
  std::vector<Gap> gaps;  ///< one more than there are roots
  std::vector<CurveSample> samples;
};

/// Some thousand samples at most, none within a twentieth of a pixel of a root. Signs are those of certified values,
/// and change from one gap to the next where the root between them has odd multiplicity.
RootsCurve roots_curve(const polyfork::PolyZ& f, const PlacedRoots& placed, const polyfork::ExecutionContext& ctx);

/// Heights from values: sign(f) asinh(|f| / unit)^power, scaled to [-1, 1]. The unit is half of what the polynomial
/// reaches in most gaps, or the lower quartile of all values if that is less, or the least value if there is no root;
/// the power is at most 1, such that twice the unit has a visible height.
class ValueScale {
 public:
  explicit ValueScale(const RootsCurve& curve);
  double operator()(int sign, double log2_magnitude) const;
  /// Whether there are values of this sign, 1 or -1.
  bool has(int sign) const noexcept { return log2_top(sign) > none; }
  /// log2 of their largest magnitude.
  double log2_top(int sign) const noexcept { return sign > 0 ? positive_top_ : negative_top_; }
  double log2_unit() const noexcept { return unit_; }

 private:
  static constexpr double none = -1e300;

  double unit_ = 0, top_ = 1, power_ = 1;
  double positive_top_ = none, negative_top_ = none;
};

}  // namespace polyfork_app
