// Curves for pictures: as few points as the eye needs.
#pragma once

#include <string>
#include <vector>

namespace polyfork_app {

struct PlotPoint {
  double x, y;
};

/// The points without those that a straight line between their neighbours passes within `tolerance` (Douglas and
/// Peucker), which leaves both ends and every sharp turn. O(n log n) for curves, O(n^2) at worst.
std::vector<PlotPoint> simplified(const std::vector<PlotPoint>& points, double tolerance);

/// "x,y x,y ...": the part of an SVG path between its first M and its end.
std::string path_data(const std::vector<PlotPoint>& points);

}  // namespace polyfork_app
