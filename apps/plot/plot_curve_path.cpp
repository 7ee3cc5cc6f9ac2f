// Curves as SVG paths with few points: those whose distance from the line through their neighbours is seen
// (Ramer-Douglas-Peucker).
#include "plot/plot_curve_path.hpp"

#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace polyfork_app {

namespace {

/// The index strictly between two that is furthest from the line through them, and how far.
std::pair<std::size_t, double> furthest(const std::vector<PlotPoint>& points, std::size_t first, std::size_t last) {
  const double dx = points[last].x - points[first].x, dy = points[last].y - points[first].y;
  const double length = std::hypot(dx, dy);
  std::pair<std::size_t, double> best{first, -1};
  for (std::size_t i = first + 1; i < last; ++i) {
    const double x = points[i].x - points[first].x, y = points[i].y - points[first].y;
    const double distance = length > 0 ? std::abs(dx * y - dy * x) / length : std::hypot(x, y);
    if (distance > best.second) best = {i, distance};
  }
  return best;
}

}  // namespace

std::vector<PlotPoint> simplified(const std::vector<PlotPoint>& points, double tolerance) {
  if (points.size() < 3) return points;
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    const auto [at, distance] = furthest(points, first, last);
    if (distance <= tolerance) continue;
    kept[at] = true;
    open.emplace_back(first, at);
    open.emplace_back(at, last);
  }
  std::vector<PlotPoint> result;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) result.push_back(points[i]);
  return result;
}

std::string path_data(const std::vector<PlotPoint>& points) {
  std::string out;
  for (const PlotPoint& point : points)
    fmt::format_to(std::back_inserter(out), "{}{:.1f},{:.1f}", out.empty() ? "" : " ", point.x, point.y);
  return out;
}

}  // namespace polyfork_app
