// Axes, curves, boxes and labels of a bivariate system.
#include "plot/system_plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/text/io.hpp>

#include "plot/line_plot.hpp"
#include "plot/line_plot_text.hpp"
#include "plot/plot_axis.hpp"
#include "plot/plot_style.hpp"
#include "plot/sampled_curve.hpp"

namespace polyfork_app {

namespace {

using polyfork::MultiPolyQ;
using polyfork::Rational;
using polyfork::RealSolution;
using polyfork::RootInterval;

constexpr double side = 460;  // of the square of the picture
constexpr double left = 64, top = 56;
constexpr double width = 780;
constexpr double legend_left = left + side + 20;
constexpr std::size_t cells = 320;
constexpr std::size_t most_boxes = 1000;
constexpr std::size_t longest_label = 22;
constexpr std::size_t bytes_of_picture = std::size_t{8} << 20;
constexpr double largest = 1e12;  // coordinates beyond it are not drawn

/// The ends of one axis: room around all solutions, never nothing.
std::pair<double, double> range_of(const std::vector<RealSolution>& solutions, std::size_t v) {
  if (solutions.empty()) return {-2, 2};
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  for (const RealSolution& s : solutions) {
    low = std::min(low, s.coordinates[v].lower.to_double());
    high = std::max(high, s.coordinates[v].upper.to_double());
  }
  const double room = std::max(0.2 * (high - low), 0.25 * std::max(1.0, std::max(std::abs(low), std::abs(high)) / 4));
  return {low - room, high + room};
}

Rational to_rational(double x) {
  return Rational::dyadic(polyfork::Integer(static_cast<std::int64_t>(std::floor(x * 65536))), -16);
}

class SystemPicture {
 public:
  SystemPicture(const std::vector<MultiPolyQ>& equations, const PlaneWindow& window)
      : equations_(equations),
        window_(window),
        x_(PlotAxis::linear(to_rational(window.left), to_rational(window.right), left, left + side)),
        y_(PlotAxis::linear(to_rational(window.bottom), to_rational(window.top), 0, side)) {}

  void draw_axes() {
    const auto& names = equations_[0].variables().names();
    const Ticks columns = x_.ticks();
    const Ticks rows = y_.ticks();
    begin_group(svg_, "grid");
    for (const Tick& t : columns.ticks) svg_.line(t.pixel, top, t.pixel, top + side, "currentColor", 1);
    for (const Tick& t : rows.ticks) svg_.line(left, up(t.pixel), left + side, up(t.pixel), "currentColor", 1);
    end_group(svg_);
    begin_group(svg_, "dim");
    for (const Tick& t : columns.ticks) svg_.text(t.pixel, top + side + 18, t.label);
    for (const Tick& t : rows.ticks) svg_.text(left - 8, up(t.pixel) + 4, t.label, "end");
    const auto title = [](const std::string& name, const Ticks& ticks) {
      return ticks.offset.empty() ? name : name + " \u2212 " + ticks.offset;
    };
    svg_.text(left + side / 2, top + side + 38, title(names[0], columns));
    svg_.text(left - 8, top - 10, title(names[1], rows), "end");
    end_group(svg_);
  }

  void draw_curve(std::size_t number, const polyfork::ExecutionContext& ctx) {
    const double legend = top + 12 + 22 * static_cast<double>(number);
    begin_group(svg_, fmt::format("own{}", number));
    std::string path;
    for (const PlaneSegment& s : sampled_curve(equations_[number], window_, cells, ctx))
      path += fmt::format("M{:.1f},{:.1f}L{:.1f},{:.1f}", across(s.from.x), up_value(s.from.y), across(s.to.x),
                          up_value(s.to.y));
    if (!path.empty())
      svg_.put("<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"{}\"/>\n",
               path);
    svg_.line(legend_left, legend - 4, legend_left + 20, legend - 4, "currentColor", 2.4);
    svg_.text(legend_left + 28, legend, shortened(polyfork::to_string(equations_[number]), longest_label) + " = 0",
              "start");
    end_group(svg_);
  }

  /// Boxes as they are, with a frame around those that are too small to be seen; dots for exact solutions.
  void draw_boxes(const std::vector<RealSolution>& solutions) {
    begin_group(svg_, "ink");
    for (std::size_t i = 0; i < std::min(solutions.size(), most_boxes); ++i) {
      const RootInterval& x = solutions[i].coordinates[0];
      const RootInterval& y = solutions[i].coordinates[1];
      const double x1 = x_.pixel(x.lower), x2 = x_.pixel(x.upper), y1 = up(y_.pixel(y.upper)),
                   y2 = up(y_.pixel(y.lower));
      if (x.exact && y.exact) {
        svg_.circle(x1, y1, 4);
        continue;
      }
      constexpr double least = 9;
      const double w = std::max(x2 - x1, least), h = std::max(y2 - y1, least);
      svg_.put(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill-opacity=\"0.12\" "
          "stroke=\"currentColor\" stroke-width=\"1.4\"/>\n",
          (x1 + x2 - w) / 2, (y1 + y2 - h) / 2, w, h);
    }
    end_group(svg_);
  }

  void draw_words(const std::vector<RealSolution>& solutions, std::size_t drawn) {
    const std::string title = fmt::format("{} real solution{}", solutions.size(), solutions.size() == 1 ? "" : "s");
    begin_group(svg_, "ink");
    svg_.text(left, 26, title, "start", 15, "font-weight=\"bold\"");
    const double legend = top + 24 + 22 * static_cast<double>(drawn);
    svg_.put("<rect x=\"{}\" y=\"{:.1f}\" width=\"20\" height=\"10\" fill-opacity=\"0.12\" stroke=\"currentColor\"/>\n",
             legend_left, legend - 10);
    svg_.text(legend_left + 28, legend, "box of one solution", "start");
    svg_.circle(legend_left + 10, legend + 17, 4);
    svg_.text(legend_left + 28, legend + 22, "exact solution", "start");
    end_group(svg_);
    begin_group(svg_, "dim");
    std::string note;
    if (solutions.size() > most_boxes) note += fmt::format("{} boxes are left out. ", solutions.size() - most_boxes);
    if (drawn < equations_.size()) note += fmt::format("{} equations are left out. ", equations_.size() - drawn);
    note += "Boxes are of the answer, small ones with a frame of nine pixels. Curves are sampled on a grid.";
    double y = top + side + 62;
    for (const std::string& line : wrapped(note, 110)) {
      svg_.text(left, y, line, "start", 11);
      y += 16;
    }
    end_group(svg_);
  }

  std::string text(const std::vector<RealSolution>& solutions, const polyfork::ExecutionContext& ctx) {
    svg_.put("<title>Real solutions of a system in two variables</title>\n{}", plot_style);
    svg_.put(
        "<defs><clipPath id=\"square\"><rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\"/></clipPath></defs>\n",
        left, top, side);
    draw_axes();
    const std::size_t drawn = std::min(equations_.size(), most_lines);
    for (std::size_t i = 0; i < drawn; ++i) draw_curve(i, ctx);
    svg_.put("<g clip-path=\"url(#square)\">\n");
    draw_boxes(solutions);
    svg_.put("</g>\n");
    draw_words(solutions, drawn);
    return svg_.finish(width, top + side + 90, "none");
  }

 private:
  static double up(double pixel) { return top + side - pixel; }
  double across(double x) const { return left + side * (x - window_.left) / (window_.right - window_.left); }
  double up_value(double y) const { return up(side * (y - window_.bottom) / (window_.top - window_.bottom)); }

  const std::vector<MultiPolyQ>& equations_;
  PlaneWindow window_;
  PlotAxis x_, y_;
  SvgWriter svg_;
};

}  // namespace

std::string system_svg(const std::vector<MultiPolyQ>& equations, const std::vector<RealSolution>& solutions,
                       const polyfork::ExecutionContext& ctx) {
  const polyfork::MemoryReservation held(ctx.memory(), bytes_of_picture);
  const auto [x_low, x_high] = range_of(solutions, 0);
  const auto [y_low, y_high] = range_of(solutions, 1);
  for (const double end : {x_low, x_high, y_low, y_high})
    if (!(std::abs(end) <= largest)) return message_svg("The solutions are too far from zero to be drawn.");
  SystemPicture picture(equations, {x_low, x_high, y_low, y_high});
  return picture.text(solutions, ctx);
}

}  // namespace polyfork_app
