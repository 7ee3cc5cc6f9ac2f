// What the parts of the drawing of roots share: the layout, the colours, the picture under construction.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "plot/place_roots.hpp"
#include "plot/roots_curve.hpp"
#include "plot/svg_writer.hpp"

namespace polyfork_app::picture {

constexpr double width = 1000, height = 540;
constexpr double left = 86, right = 976, top = 84, bottom = 450;  // of the panel
constexpr double character = 6.4;                                 // of the small labels

// Blue and orange differ with every kind of colour vision; the glyphs + and - say the same.
constexpr const char* plus_colour = "#2f7fc1";
constexpr const char* minus_colour = "#e08a2e";
constexpr const char* plus_text = "#1d5c93";
constexpr const char* minus_text = "#a85a0c";
constexpr const char* mixed_colour = "#8b8b95";
constexpr const char* ink = "#1f2933";
constexpr const char* faint_ink = "#5d6975";
constexpr const char* accent = "#8e2f5c";
constexpr const char* minus_sign = "\u2212";

/// Roots whose markers would cover one another, drawn as one.
struct Marker {
  std::size_t first = 0, count = 0;
  double pixel = 0;
};

/// A picture under construction: what every part of the drawing needs.
struct Picture {
  const polyfork::PolyZ& f;
  const PlacedRoots& placed;
  const RootsCurve& curve;
  const ValueScale& scale;
  double zero;    ///< the pixel row of the real axis
  double reach;   ///< pixels of the largest value
  double radius;  ///< of a marker
  std::vector<Marker> markers;
  bool mixed = false;  ///< some bands are too thin to be seen
  bool bars = false;   ///< some intervals are wide enough to be seen
  SvgWriter svg;

  double row(int sign, double log2_magnitude) const { return zero - reach * scale(sign, log2_magnitude); }
};

/// About the width of a small label.
inline double width_of(const std::string& label) { return static_cast<double>(character_count(label)) * character; }

/// The radius for so many markers, and the markers.
double marker_radius(const std::vector<PlacedRoot>& roots);
std::vector<Marker> merged_markers(const std::vector<PlacedRoot>& roots, double radius);

/// The shapes of rational and irrational roots; a viewer shows the title when the pointer rests there.
void put_diamond(SvgWriter& svg, double x, double y, double r, const std::string& title);
void put_dot(SvgWriter& svg, double x, double y, double r, const std::string& title);

void draw_intervals(Picture& p);
void draw_markers(Picture& p);
void draw_labels(Picture& p);

}  // namespace polyfork_app::picture
