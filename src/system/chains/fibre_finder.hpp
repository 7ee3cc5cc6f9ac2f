// The real solutions of a triangular system, level after level.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "system/chains/triangular_system.hpp"
#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Above every real point of the levels below, the real roots of the next polynomial with that point's coordinates put
/// in. A root is told from its neighbours by coefficients in balls, which narrow until that succeeds.
class FibreFinder : public CoordinateSource {
 public:
  /// Finds all real solutions. What cannot be decided, because a point has a multiple root or a vanishing leading
  /// coefficient above it, is left open: then decided() is false, and there are no solutions to ask for.
  FibreFinder(TriangularSystem system, std::size_t height_bits, const ExecutionContext& ctx);

  bool decided() const noexcept { return decided_; }
  std::size_t size() const noexcept override { return found_.points.size(); }
  const std::vector<Coordinate>& coordinates(std::size_t i) const noexcept override {
    return found_.points[i].coordinates;
  }
  /// The product of those that the coordinates have as roots of the levels' polynomials above the point before: what
  /// a level adds to the local ring is free over it, by Weierstrass's preparation theorem.
  std::optional<std::size_t> multiplicity(std::size_t i) const noexcept override {
    return found_.points[i].multiplicity;
  }
  /// By resultants with the equations of the levels below.
  PolyZ annihilator(std::size_t point, std::size_t v, const ExecutionContext& ctx) const override;
  /// In parallel. False where two numbers seem equal and no proof is found.
  bool refine(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) override;

 private:
  struct Point {
    std::vector<Coordinate> coordinates;  // by number of variable
    std::vector<int> upper_signs;         // of the level's polynomial at the upper end of the interval, by level
    std::int64_t scale = 0;               // the one that intervals were narrowed at last
    std::int64_t extra = 64;              // so many more bits than those of the result have been needed
    bool examined = false;                // rational coordinates have been looked for
    std::size_t multiplicity = 1;
  };

  struct PointList {
    std::vector<Point> points;
    MemoryReservation held;  // for the points
  };

  std::size_t point_bytes() const noexcept;
  /// The real solutions above a point of the levels before: fibres are independent tasks, each of which goes up to the
  /// last level. Where one is not decided, `failed` is set, and what is returned means nothing.
  PointList points_above(Point point, std::size_t level, int forks, std::atomic<bool>& failed,
                         const ExecutionContext& ctx) const;
  /// Narrows the first `levels` coordinates at the scale.
  void narrow(Point& point, std::size_t levels, std::int64_t scale, const ExecutionContext& ctx) const;
  std::vector<Ball> balls(const Point& point, std::int64_t scale) const;
  /// The level's equation, in variables v0, v1, ..., with the rational ones among the coordinates of the levels before
  /// put in. It is not zero and keeps a positive degree in the level's variable where the point has a coordinate.
  MultiPolyQ equation_at(const Point& point, std::size_t level, const ExecutionContext& ctx) const;
  /// The points above this one; empty where that cannot be decided.
  std::optional<std::vector<Point>> extend(Point point, std::size_t level, const ExecutionContext& ctx) const;
  /// The same above a point whose coordinates so far are all rational.
  std::optional<std::vector<Point>> extend_exactly(Point point, std::size_t level, const ExecutionContext& ctx) const;
  void approximate(Point& point, std::int64_t bits, const ExecutionContext& ctx) const;
  /// Whether the level's coordinate is this number, told by intervals of that scale or by its equation; empty where
  /// that is not decided.
  std::optional<bool> equals(Point& point, std::size_t level, const Rational& value, std::int64_t scale,
                             const ExecutionContext& ctx) const;
  bool refine_points(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx);
  bool examine(Point& point, const ExecutionContext& ctx) const;
  bool separate_from_ends(Point& point, std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) const;

  TriangularSystem system_;
  Variables numbered_;  // v0, v1, ...
  std::size_t height_bits_;
  PointList found_;
  bool decided_ = true;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
