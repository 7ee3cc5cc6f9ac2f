// Where a polynomial in two variables changes its sign on a grid: line segments for a drawing, which prove nothing.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "plot/plot_curve_path.hpp"

namespace polyfork_app {

/// A rectangle of the plane.
struct PlaneWindow {
  double left, right, bottom, top;
};

struct PlaneSegment {
  PlotPoint from, to;
};

/// The curve f = 0 by marching squares: in every cell of a grid of so many columns and rows the ends lie on its sides,
/// where linear interpolation between the corners is zero. Values are computed in doubles. Time O((terms + 1) cells).
/// Precondition: two variables. Throws Cancelled.
std::vector<PlaneSegment> sampled_curve(const polyfork::MultiPolyQ& f, const PlaneWindow& window, std::size_t cells,
                                        const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
