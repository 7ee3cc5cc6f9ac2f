// Where the roots stand in a picture: which part of the real line it shows, on which scale, and each root to a fraction
// of a pixel.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "plot/plot_axis.hpp"

namespace polyfork_app {

struct PlacedRoot {
  const polyfork::RootInterval* interval = nullptr;
  polyfork::Rational at;  ///< the root, or near it
  double pixel = 0;
  double left = 0, right = 0;  ///< pixels of its interval's ends, on the axis
};

struct PlacedRoots {
  PlotAxis axis;
  std::vector<PlacedRoot> roots;  ///< ascending
  polyfork::MemoryReservation reservation;
};

/// How many roots stand at least four pixels to the right of the last one counted.
std::size_t separated_roots(const std::vector<polyfork::Rational>& roots, const PlotAxis& axis);

/// The axis shows the interval if one is given, else all roots with some room beside them, else (one root or none) the
/// disc that has the complex roots. It is linear, unless a symmetric-logarithmic one has at least half as many
/// again separated roots.
/// The roots, which the result refers to, are those of f (in the interval). Throws DomainError where numbers are beyond
/// 2^4194304 or below its inverse.
PlacedRoots place_roots(const polyfork::PolyZ& f, const std::vector<polyfork::RootInterval>& roots,
                        const std::optional<std::pair<polyfork::Rational, polyfork::Rational>>& interval,
                        double pixel_low, double pixel_high, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
