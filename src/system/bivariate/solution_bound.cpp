// Mixed areas of polygons: area(P + Q) - area(P) - area(Q).
#include "system/bivariate/solution_bound.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct LatticePoint {
  std::int64_t x;
  std::int64_t y;
  friend auto operator<=>(const LatticePoint&, const LatticePoint&) = default;
};

/// Twice the area to the left of the way from a by b to c.
std::int64_t turn(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Counter-clockwise from the least point, without points inside of edges (Andrew's monotone chain).
std::vector<LatticePoint> convex_hull(std::vector<LatticePoint> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<LatticePoint> hull;
  const auto go = [&](const LatticePoint& p, std::size_t least) {
    while (hull.size() > least && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const LatticePoint& p : points) go(p, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = points.size() - 1; i-- > 0;) go(points[i], lower);
  hull.pop_back();
  return hull;
}

double twice_area(const std::vector<LatticePoint>& hull) {
  std::int64_t area = 0;
  for (std::size_t i = 2; i < hull.size(); ++i) area += turn(hull[0], hull[i - 1], hull[i]);
  return static_cast<double>(area);
}

/// The edges of both by their directions. Both polygons have the origin as their least point.
std::vector<LatticePoint> minkowski_sum(const std::vector<LatticePoint>& a, const std::vector<LatticePoint>& b) {
  std::vector<LatticePoint> sums;
  sums.reserve(a.size() + b.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const LatticePoint& p = a[i % a.size()];
    const LatticePoint& q = b[j % b.size()];
    sums.push_back({p.x + q.x, p.y + q.y});
    const LatticePoint& p_next = a[(i + 1) % a.size()];
    const LatticePoint& q_next = b[(j + 1) % b.size()];
    const std::int64_t cross = (p_next.x - p.x) * (q_next.y - q.y) - (p_next.y - p.y) * (q_next.x - q.x);
    const bool a_goes = j >= b.size() || (i < a.size() && cross >= 0);
    const bool b_goes = i >= a.size() || (j < b.size() && cross <= 0);
    if (a_goes) ++i;
    if (b_goes) ++j;
  }
  return sums;
}

std::vector<LatticePoint> polygon_of(const IntegerSystem::Equation& f) {
  std::vector<LatticePoint> points{{0, 0}};
  for (const auto& e : f.exponents)
    points.push_back({static_cast<std::int64_t>(e[0]), static_cast<std::int64_t>(e[1])});
  return convex_hull(std::move(points));
}

}  // namespace

double most_isolated_solutions(const IntegerSystem& system) {
  const std::vector<LatticePoint> a = polygon_of(system.equations[0]);
  const std::vector<LatticePoint> b = polygon_of(system.equations[1]);
  return (twice_area(minkowski_sum(a, b)) - twice_area(a) - twice_area(b)) / 2;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
