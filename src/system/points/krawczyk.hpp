// The proof, on the equations themselves, that a box holds a real solution.
//
// Krawczyk's operator K(b) = m - Y F(m) + (1 - Y J(b)) (b - m), with the middle m of a box b, an approximate inverse Y
// of the Jacobian there and an enclosure J(b) of it, holds every solution that is in b; where K(b) lies inside of b, b
// holds exactly one, and it is simple (Neumaier, Interval methods for systems of equations, 1990, theorem 5.1.8).
// Computed with integers and outward rounding. It knows nothing of what the solution was found by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/modular/integer_system.hpp"
#include "system/points/ball.hpp"
#include "system/points/coordinate_source.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class KrawczykTest {
 public:
  /// Precondition: as many equations as variables.
  KrawczykTest(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

  /// Whether the box is proved to hold a real solution, near `point`: where all coordinates are exact, by its values;
  /// where none is, since a neighbourhood of the point holds exactly one, which lies in the box. False where that does
  /// not tell. Any threads may call it.
  bool holds_solution(const std::vector<Coordinate>& point, const std::vector<RootInterval>& box,
                      const ExecutionContext& ctx) const;

 private:
  using Equation = IntegerSystem::Equation;
  /// A closed box with ends in units of 2^-scale.
  struct Side {
    Integer lower;
    Integer upper;
  };
  using Box = std::vector<Side>;

  /// What contracts the boxes inside of a given one: about the inverse Y of the Jacobian there, and 1 - Y J for all of
  /// its values J. In units of 2^-scale. No entries: there is no inverse.
  struct Contraction {
    std::int64_t scale;
    std::vector<std::vector<Integer>> inverse;
    std::vector<std::vector<Ball>> rest;
  };
  /// The units 2^-scale of boxes and values, and those of contractions, which need not be as small.
  struct Scales {
    std::int64_t box;
    std::int64_t slopes;
  };

  bool is_zero_at(const std::vector<Coordinate>& point, const ExecutionContext& ctx) const;
  bool holds_solution_near(const std::vector<Coordinate>& point, const std::vector<RootInterval>& box,
                           const Scales& scales, const ExecutionContext& ctx) const;
  Contraction contraction_in(const Box& b, const Scales& scales) const;
  /// K(b). The contraction is that of a box around b.
  Box image(const Contraction& c, const Box& b, std::int64_t scale) const;

  std::vector<Equation> equations_;
  std::vector<std::vector<Equation>> derivatives_;  // of each equation by each variable
  std::vector<std::uint64_t> degrees_;              // the greatest exponent of each variable
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
