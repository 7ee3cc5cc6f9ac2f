// The coordinates of the real solutions, from the real roots of a univariate representation's polynomial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/system/representation.hpp>

#include "rootiso/algebraic/located_root.hpp"
#include "system/points/coordinate_source.hpp"
#include "system/points/dyadic_interval.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class CoordinateFinder : public CoordinateSource {
 public:
  CoordinateFinder(UnivariateRepresentation r, std::size_t height_bits, const ExecutionContext& ctx);

  std::size_t size() const noexcept override { return points_.size(); }
  const std::vector<Coordinate>& coordinates(std::size_t i) const noexcept override { return points_[i].coordinates; }
  std::optional<std::size_t> multiplicity(std::size_t i) const noexcept override { return points_[i].multiplicity; }
  const UnivariateRepresentation* representation() const noexcept override { return &r_; }
  /// For all solutions the polynomial of the form, or the resultant of f and x d f' - g.
  PolyZ annihilator(std::size_t i, std::size_t v, const ExecutionContext& ctx) const override;
  /// In parallel.
  bool refine(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) override;

 private:
  struct Point {
    RootInterval coarse;  // isolates, with short ends
    RootInterval root;    // the same root, as far as it is refined
    std::vector<Coordinate> coordinates;
    std::optional<LocatedRoot> located;  // the root, refined alone
    std::int64_t reached = 0;            // intervals are at most 2^-reached wide; 0: there are none
    bool examined = false;               // rational coordinates have been looked for
    std::optional<std::size_t> multiplicity = std::nullopt;
  };
  /// A value that coordinate v of a point may have.
  struct Candidate {
    std::size_t point;
    std::size_t v;
    Rational value;
  };
  void refine_points(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx);
  void approximate(Point& point, std::int64_t bits, const ExecutionContext& ctx) const;
  void set_exact(Point& point) const;
  /// By the representation's classes.
  std::optional<std::size_t> multiplicity_at(const RootInterval& root) const;
  /// Coordinates that are their candidates become exact: one gcd for all points with the same candidate.
  void examine(const std::vector<Candidate>& candidates, const ExecutionContext& ctx);
  /// Makes the point's intervals narrow enough for one cell of the level.
  void separate_from_ends(std::size_t point, std::int64_t bits, std::int64_t level, const ExecutionContext& ctx);
  /// The roots, all at once, so narrow that the coordinates are at most 2^-bits wide; all but one of them, which
  /// approximate() makes up for.
  void isolate(std::int64_t bits, const ExecutionContext& ctx);
  /// Raises extra_ to the bits that most points are likely to lose.
  void expect_loss(const ExecutionContext& ctx);
  /// An estimate of how many more bits of values than of coordinates are needed. Near a simple root f is f' times
  /// the distance long before an enclosure of f' tells anything: its values at the ends of the point's interval are
  /// compared with the errors of Horner's rule. 0 where they do not tell.
  std::int64_t bits_lost(const Point& point, const ExecutionContext& ctx) const;
  /// The digits that coordinates take: of a root, and of values at it.
  struct Digits {
    std::int64_t root;
    std::int64_t values;
  };
  Digits digits_for(std::int64_t bits, std::int64_t narrower, std::int64_t extra) const noexcept;
  /// Encloses the coordinates of the points by means of what is known of their roots. Sets `reached`.
  void enclose_coordinates(std::span<Point* const> points, const Digits& digits, const ExecutionContext& ctx) const;

  UnivariateRepresentation r_;
  std::size_t height_bits_;
  std::int64_t least_bits_;
  PolyZ derivative_;
  std::int64_t drop_ = 0;      // about log2 of the size of the derivative's coefficients
  std::int64_t narrower_ = 0;  // so many more bits of a root are likely to be needed than of a coordinate
  std::int64_t extra_ = 0;     // and so many of values
  std::shared_ptr<const Preprocessed> source_;  // what roots are refined from
  std::vector<bool> is_form_;                   // the coordinate is the form itself
  std::vector<Point> points_;
  MemoryReservation held_;  // for the points
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
