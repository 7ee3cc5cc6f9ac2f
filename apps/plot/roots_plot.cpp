// The picture of a polynomial's real roots as SVG: axis, bands of equal sign, curve, markers, legend.
#include "plot/roots_plot.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <polyfork/core/memory.hpp>

#include "plot/place_roots.hpp"
#include "plot/plot_curve_path.hpp"
#include "plot/roots_curve.hpp"
#include "plot/roots_labels.hpp"
#include "plot/roots_picture.hpp"

namespace polyfork_app {

namespace {

using namespace picture;

using polyfork::ExecutionContext;
using polyfork::IsolationResult;
using polyfork::PolyZ;
using polyfork::Rational;

constexpr double legend_at = 512;
constexpr double thinnest_band = 2;
constexpr double glyph_room = 16;
constexpr std::size_t bytes_of_picture = std::size_t{4} << 20;

void draw_band(Picture& p, double from, double to, const char* colour) {
  const double first = std::round(from), last = std::round(to);  // whole pixels: no seams
  if (first == last) return;
  p.svg.put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", first, top, last - first,
            bottom - top, colour);
}

/// Neighbouring gaps that are too thin are drawn as one, in the colour of their sign if they have the same.
void draw_bands(Picture& p) {
  const std::vector<Gap>& gaps = p.curve.gaps;
  p.svg.put("<g fill-opacity=\"0.13\">\n");
  for (std::size_t i = 0; i < gaps.size();) {
    const std::size_t first = i;
    bool same = true;
    for (; i < gaps.size() && gaps[i].right - gaps[i].left < thinnest_band; ++i)
      same = same && gaps[i].sign == gaps[first].sign;
    if (i == first) ++i;
    const int sign = same ? gaps[first].sign : 0;
    const double from = gaps[first].left, to = gaps[i - 1].right;
    if (sign == 0 && to - from >= thinnest_band) p.mixed = true;
    draw_band(p, from, to, sign > 0 ? plus_colour : sign < 0 ? minus_colour : mixed_colour);
  }
  p.svg.put("</g>\n");
}

void draw_glyphs(Picture& p) {
  for (const Gap& gap : p.curve.gaps) {
    if (gap.sign == 0 || gap.right - gap.left < glyph_room) continue;
    p.svg.text((gap.left + gap.right) / 2, top + 20, gap.sign > 0 ? "+" : minus_sign, "middle", 17,
               fmt::format("font-weight=\"bold\" fill=\"{}\"", gap.sign > 0 ? plus_text : minus_text).c_str());
  }
}

void draw_horizontal_ticks(Picture& p) {
  const Ticks ticks = p.placed.axis.ticks();
  for (const Tick& tick : ticks.ticks) {
    p.svg.line(tick.pixel, top, tick.pixel, bottom, "#d9dee3", 0.8);
    p.svg.line(tick.pixel, bottom, tick.pixel, bottom + 5, faint_ink, 1);
    const double half = width_of(tick.label) / 2 + 4;
    p.svg.text(std::clamp(tick.pixel, half, width - half), bottom + 20, tick.label, "middle", 12, "fill=\"#39434d\"");
  }
  std::string name = variable_label(p.f);
  if (!ticks.offset.empty()) name += std::string(" ") + minus_sign + " " + ticks.offset;
  if (p.placed.axis.logarithmic()) name += " (symmetric logarithmic scale)";
  p.svg.text((left + right) / 2, bottom + 38, name, "middle", 12, fmt::format("fill=\"{}\"", faint_ink).c_str());
}

/// Values whose rows are far enough from one another: powers of ten, and 2 and 5 times them where the range is short.
void draw_vertical_ticks(Picture& p) {
  constexpr double tick_distance = 26, from_zero = 20;
  const double decade = std::log2(10.0);
  const bool dense = std::max(p.scale.log2_top(1), p.scale.log2_top(-1)) - p.scale.log2_unit() < 4 * decade;
  const auto tick = [&](double y, const std::string& label) {
    p.svg.line(left, y, right, y, "#d9dee3", 0.8, "2 4");
    p.svg.text(left - 8, y + 4, label, "end", 11, "fill=\"#39434d\"");
  };
  for (const int sign : {1, -1}) {
    if (!p.scale.has(sign)) continue;
    double last = p.zero - 2 * sign * p.reach;
    bool seen = true;
    for (auto k = static_cast<std::int64_t>(std::floor(p.scale.log2_top(sign) / decade)); seen; --k) {
      for (const int factor : {5, 2, 1}) {
        const double log2_magnitude = static_cast<double>(k) * decade + std::log2(factor);
        if ((factor != 1 && !dense) || log2_magnitude > p.scale.log2_top(sign)) continue;
        const double y = p.row(sign, log2_magnitude);
        seen = std::abs(y - p.zero) >= from_zero;
        if (!seen || std::abs(y - last) < tick_distance) continue;
        const bool plain = k >= least_plain_power && k <= most_plain_power;
        tick(y, factor == 1 ? power_label(sign, k) : decimal_label(polyfork::Integer(sign * factor), k, plain));
        last = y;
      }
    }
  }
  tick(p.zero, "0");
  p.svg.text(17, (top + bottom) / 2, "value, compressed scale", "middle", 12,
             fmt::format("fill=\"{}\" transform=\"rotate(-90 17 {})\"", faint_ink, (top + bottom) / 2).c_str());
}

/// The roots are on the axis; the samples of a gap are between its roots.
std::vector<PlotPoint> curve_points(const Picture& p) {
  std::vector<PlotPoint> points;
  const auto add = [&](double x, double y) {
    if (points.empty() || x > points.back().x) points.push_back({x, y});
  };
  const std::vector<Gap>& gaps = p.curve.gaps;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    if (i != 0) add(gaps[i].left, p.zero);
    for (std::size_t j = gaps[i].begin; j < gaps[i].end; ++j) {
      const CurveSample& s = p.curve.samples[j];
      if (s.value.known) add(s.pixel, p.row(s.value.sign, s.value.log2));
    }
  }
  return simplified(points, 0.12);
}

void draw_curve(Picture& p) {
  const std::vector<PlotPoint> points = curve_points(p);
  if (points.size() < 2) return;
  const std::string path = path_data(points);
  const double stroke = p.radius < 2.5 ? 0.7 : 1.9;
  p.svg.put("<path d=\"M{:.1f} {:.1f}L{}L{:.1f} {:.1f}Z\" fill=\"url(#sign)\"/>\n", points.front().x, p.zero, path,
            points.back().x, p.zero);
  p.svg.put("<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>\n", path, ink,
            stroke);
}

std::string facts(const Picture& p) {
  std::size_t rational = 0;
  std::uint64_t multiplicity = 1;
  for (const PlacedRoot& root : p.placed.roots) {
    if (root.interval->exact) ++rational;
    multiplicity = std::max(multiplicity, root.interval->multiplicity);
  }
  const std::size_t irrational = p.placed.roots.size() - rational;
  if (p.placed.roots.empty()) return "";
  if (p.placed.roots.size() == 1)
    return std::string(rational == 1 ? "rational, " : "irrational, ") +
           (multiplicity == 1 ? "simple" : fmt::format("multiplicity {}", multiplicity));
  std::string text;
  if (rational != 0) text += fmt::format("{} rational, ", rational);
  if (irrational != 0) text += fmt::format("{} irrational, ", irrational);
  return text + (multiplicity == 1 ? "all simple" : fmt::format("multiplicities up to {}", multiplicity));
}

void draw_title(Picture& p, const std::optional<std::pair<Rational, Rational>>& interval) {
  const std::size_t count = p.placed.roots.size();
  std::string title = fmt::format("Degree {}: {}", p.f.degree(),
                                  count == 0 ? std::string("no real roots") : counted(count, "real root"));
  if (interval) title += " in [" + number_label(interval->first) + ", " + number_label(interval->second) + "]";
  p.svg.text(left, 38, title, "start", 20, fmt::format("font-weight=\"bold\" fill=\"{}\"", ink).c_str());
  bool rounded = false;
  const std::string polynomial = polynomial_label(p.f, rounded);
  p.svg.text(left, 64, (rounded ? "\u2248 " : "") + polynomial, "start", 14,
             fmt::format("fill=\"{}\"", faint_ink).c_str());
  const std::string about = facts(p);
  if (character_count(title) * 12.5 + character_count(about) * 7.5 < right - left)
    p.svg.text(right, 38, about, "end", 13, fmt::format("fill=\"{}\"", faint_ink).c_str());
}

void draw_legend(Picture& p) {
  double x = left;
  SvgWriter& svg = p.svg;
  const auto name = [&](const std::string& text) {
    svg.text(x + 26, legend_at + 4, text, "start", 12, "fill=\"#39434d\"");
    x += 26 + static_cast<double>(character_count(text)) * 6.7 + 26;
  };
  const auto swatch = [&](const char* colour, const char* glyph, const char* glyph_colour, const char* text) {
    svg.put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"20\" height=\"16\" rx=\"2\" fill=\"{}\" fill-opacity=\"0.22\"/>\n",
            x, legend_at - 8, colour);
    svg.text(x + 10, legend_at + 5, glyph, "middle", 14,
             fmt::format("font-weight=\"bold\" fill=\"{}\"", glyph_colour).c_str());
    name(text);
  };
  bool exact = false, inexact = false, multiple = false;
  for (const PlacedRoot& root : p.placed.roots) {
    (root.interval->exact ? exact : inexact) = true;
    multiple = multiple || root.interval->multiplicity > 1;
  }
  if (p.scale.has(1)) swatch(plus_colour, "+", plus_text, "positive");
  if (p.scale.has(-1)) swatch(minus_colour, minus_sign, minus_text, "negative");
  if (p.mixed) swatch(mixed_colour, "\u00b1", ink, "both signs");
  svg.put("<g fill=\"{}\">\n", accent);
  if (exact) put_diamond(svg, x + 12, legend_at, 6, "rational root"), name("rational root");
  if (inexact) put_dot(svg, x + 12, legend_at, 5, "irrational root"), name("irrational root");
  svg.put("</g>\n");
  if (p.bars) {
    svg.put(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"22\" height=\"14\" rx=\"3\" fill=\"{}\" fill-opacity=\"0.16\" "
        "stroke=\"{}\" stroke-opacity=\"0.55\"/>\n",
        x - 2, legend_at - 7, accent, accent);
    name("isolating interval");
  }
  if (multiple) {
    svg.text(x + 10, legend_at + 4, "\u00d7m", "middle", 12, fmt::format("fill=\"{}\"", accent).c_str());
    name("multiplicity m");
  }
}

void define_gradient(Picture& p) {
  p.svg.put(
      "<defs><linearGradient id=\"sign\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" x2=\"0\" y1=\"{:.1f}\" "
      "y2=\"{:.1f}\">",
      p.zero - p.reach, p.zero + p.reach);
  const auto stop = [&](double offset, const char* colour, double opacity) {
    p.svg.put("<stop offset=\"{}\" stop-color=\"{}\" stop-opacity=\"{}\"/>", offset, colour, opacity);
  };
  stop(0, plus_colour, 0.5), stop(0.5, plus_colour, 0.16), stop(0.5, minus_colour, 0.16), stop(1, minus_colour, 0.5);
  p.svg.put("</linearGradient></defs>\n");
}

/// Between the rows of the largest positive and negative values, with some room for labels on either side.
void place_axis(Picture& p) {
  constexpr double room = 34, least = 56;  // above and below the curve, beside the axis
  const double highest = p.scale(1, p.scale.log2_top(1)), lowest = p.scale(1, p.scale.log2_top(-1));
  const double rows = bottom - top - 2 * room;
  const double least_share = least / rows;
  const double above = highest / std::max(highest + lowest, 1.0);
  p.zero = top + room + rows * std::clamp(above, least_share, 1 - least_share);
  p.reach = std::min(highest > 0 ? (p.zero - top - room) / highest : rows,
                     lowest > 0 ? (bottom - room - p.zero) / lowest : rows);
}

}  // namespace

std::string roots_svg(const PolyZ& f, const IsolationResult& result,
                      const std::optional<std::pair<Rational, Rational>>& interval, const ExecutionContext& ctx) {
  const polyfork::MemoryReservation held(ctx.memory(),
                                         bytes_of_picture + result.roots.size() * (sizeof(Gap) + sizeof(Marker) + 64));
  const PlacedRoots placed = place_roots(f, result.roots, interval, left, right, ctx);
  const RootsCurve curve = roots_curve(f, placed, ctx);
  const ValueScale scale(curve);
  const double radius = marker_radius(placed.roots);
  Picture p{f, placed, curve, scale, 0, 0, radius, merged_markers(placed.roots, radius), false, false, {}};
  place_axis(p);
  define_gradient(p);
  p.svg.put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"white\"/>\n", left, top, right - left,
            bottom - top);
  draw_bands(p);
  draw_horizontal_ticks(p);
  draw_vertical_ticks(p);
  draw_curve(p);
  p.svg.line(left, p.zero, right, p.zero, ink, 1.1);
  draw_intervals(p);
  draw_markers(p);
  draw_glyphs(p);
  draw_labels(p);
  draw_title(p, interval);
  draw_legend(p);
  return p.svg.finish(width, height, "#fbfbfa");
}

}  // namespace polyfork_app
