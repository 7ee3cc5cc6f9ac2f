// Line plots on logarithmic axes as SVG: layout, lines, labels at the right ends, caption. Axes, texts and the words
// for benchmarks have files of their own.
#include "plot/line_plot.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "plot/line_plot_text.hpp"
#include "plot/plot_style.hpp"
#include "plot/svg_writer.hpp"

namespace polyfork_app {
namespace {

constexpr double width = 700;
constexpr double margin = 12;
constexpr double plot_left = 58;  // room for the numbers of the vertical axis
constexpr double plot_height = 320;
constexpr double leader_room = 26;       // between the end of a line and its label
constexpr double label_gap = 16;         // between the base lines of neighbouring labels
constexpr double label_character = 7.7;  // a digit of a wide font
constexpr std::size_t longest_label = 34;
constexpr std::size_t title_columns = 70, caption_columns = 114;
constexpr std::size_t listed_characters = 170;  // some two lines of the caption

/// One of the lines with what drawing it takes. The ideal one has no points to be marked.
struct Curve {
  std::string label, kind;  ///< the kind is a class of the style
  std::vector<std::pair<double, double>> pixels;
};

struct Panel {
  LogAxis x, y;
  double left, right, top, bottom;
};

/// Lines of text from the left margin, the first one with its base at y; returns where the next one would have its.
double put_lines(SvgWriter& svg, double y, const std::vector<std::string>& lines, int size, const char* attributes) {
  for (const std::string& line : lines) {
    svg.text(margin, y, line, "start", size, attributes);
    y += size + 5;
  }
  return y;
}

/// The question and what is below it; returns where the panel begins.
double draw_title(SvgWriter& svg, const LinePlot& plot) {
  begin_group(svg, "ink");
  double y = put_lines(svg, 26, wrapped(plot.question, title_columns), 15, "font-weight=\"bold\"");
  end_group(svg);
  begin_group(svg, "dim");
  y = put_lines(svg, y, wrapped(plot.subtitle, caption_columns), 12, "");
  end_group(svg);
  return y + 28;  // the vertical axis has its title there
}

std::string caption_of(const LinePlot& plot) {
  const std::size_t out = plot.left_out.size(), all = out + plot.lines.size();
  if (out == 0) return plot.rule;
  return fmt::format("{} {} of {} lines {} left out: {}.", plot.rule, out, all, out == 1 ? "is" : "are",
                     listed(plot.left_out, listed_characters));
}

/// Returns where the picture ends.
double draw_caption(SvgWriter& svg, const LinePlot& plot, double top) {
  begin_group(svg, "dim");
  const double y = put_lines(svg, top, wrapped(caption_of(plot), caption_columns), 11, "");
  end_group(svg);
  return y;
}

void draw_axes(SvgWriter& svg, const Panel& panel, const LinePlot& plot) {
  const auto digits = static_cast<double>(character_count(tick_label(panel.x.high())));
  const std::vector<double> columns = panel.x.ticks(TickBase::two, label_character * digits + 18);
  const std::vector<double> rows = panel.y.ticks(plot.y_ticks, 22);
  begin_group(svg, "grid");
  for (const double value : columns)
    svg.line(panel.x(value), panel.top, panel.x(value), panel.bottom, "currentColor", 1);
  for (const double value : rows) svg.line(panel.left, panel.y(value), panel.right, panel.y(value), "currentColor", 1);
  end_group(svg);
  begin_group(svg, "dim");
  svg.line(panel.left, panel.bottom, panel.right, panel.bottom, "currentColor", 1);
  for (const double value : columns) svg.text(panel.x(value), panel.bottom + 18, tick_label(value));
  for (const double value : rows) svg.text(panel.left - 8, panel.y(value) + 4, tick_label(value), "end");
  svg.text((panel.left + panel.right) / 2, panel.bottom + 38, plot.x_title);
  svg.text(margin, panel.top - 14, plot.y_title, "start");
  end_group(svg);
}

/// The curves in the order of their drawing: what is ours comes last and lies on top.
std::vector<Curve> curves_of(const LinePlot& plot, const Panel& panel, AxisRange x_range) {
  std::vector<Curve> curves;
  const auto pixel = [&](double x, double y) { return std::pair(panel.x(x), panel.y(y)); };
  if (plot.ideal)
    curves.push_back({"ideal", "ideal", {pixel(x_range.low, x_range.low), pixel(x_range.high, x_range.high)}});
  for (const bool peer : {true, false}) {
    std::size_t colour = 0;
    for (const PlotLine& line : plot.lines) {
      if (line.peer != peer) continue;
      curves.push_back({shortened(line.label, longest_label), peer ? "peer" : fmt::format("own{}", colour++), {}});
      for (const auto& [x, y] : line.points) curves.back().pixels.push_back(pixel(x, y));
    }
  }
  return curves;
}

/// The curve, a mark on every point, and at the right end its label with a thin line that leads there.
void draw_curve(SvgWriter& svg, const Curve& curve, double label_x, double label_y) {
  const bool ideal = curve.kind == "ideal", own = curve.kind.starts_with("own");
  begin_group(svg, curve.kind);
  svg.put("<g stroke=\"currentColor\" stroke-linejoin=\"round\"{}>\n", ideal ? " stroke-dasharray=\"6 5\"" : "");
  svg.polyline(curve.pixels, own ? 2.4 : 1.4);
  svg.put("</g>\n");
  if (!ideal)
    for (const auto& [x, y] : curve.pixels) svg.circle(x, y, own ? 3.2 : 2.4);
  const auto& [x, y] = curve.pixels.back();
  svg.line(x + 5, y, label_x - 5, label_y - 4, "currentColor", 0.7);
  svg.text(label_x, label_y, curve.label, "start", 12, "class=\"label\"");
  end_group(svg);
}

/// An upright dashed line for each mark, with its label beside it: one below the other, so that near ones do not meet.
void draw_marks(SvgWriter& svg, const LinePlot& plot, const Panel& panel) {
  double y = panel.top + 12;
  for (const PlotMark& mark : plot.marks) {
    if (mark.x < panel.x.low() || mark.x > panel.x.high()) continue;
    begin_group(svg, "ideal");
    svg.line(panel.x(mark.x), panel.top, panel.x(mark.x), panel.bottom, "currentColor", 1.2, "2 4");
    const double room = 6 + label_character * static_cast<double>(character_count(mark.label));
    const bool left = panel.x(mark.x) + room > panel.right;
    svg.text(panel.x(mark.x) + (left ? -6 : 6), y, mark.label, left ? "end" : "start", 11);
    end_group(svg);
    y += label_gap;
  }
}

void draw_curves(SvgWriter& svg, const std::vector<Curve>& curves, const Panel& panel) {
  std::vector<double> ends;
  ends.reserve(curves.size());
  for (const Curve& curve : curves) ends.push_back(curve.pixels.back().second + 4);
  const std::vector<double> labels = spread_out(ends, label_gap, panel.top + 4, panel.bottom + 4);
  for (std::size_t i = 0; i < curves.size(); ++i) draw_curve(svg, curves[i], panel.right + leader_room, labels[i]);
}

/// The ranges of all points; the vertical one has the ends of the ideal line too.
std::pair<AxisRange, AxisRange> ranges_of(const LinePlot& plot) {
  const auto& [first_x, first_y] = plot.lines.front().points.front();
  AxisRange x{first_x, first_x}, y{first_y, first_y};
  for (const PlotLine& line : plot.lines)
    for (const auto& [px, py] : line.points) x = x.including(px), y = y.including(py);
  if (x.low == x.high) x = x.widened(TickBase::two);
  if (plot.ideal) y = y.including(x.low).including(x.high);
  return {x, y.widened(plot.y_ticks)};
}

Panel panel_of(const LinePlot& plot, AxisRange x, AxisRange y, double top) {
  std::size_t characters = 5;  // "ideal"
  for (const PlotLine& line : plot.lines) characters = std::max(characters, character_count(line.label));
  const double label_room = label_character * static_cast<double>(std::min(characters, longest_label));
  const double right = width - margin - label_room - leader_room, bottom = top + plot_height;
  return {LogAxis(x, plot_left, right), LogAxis(y, bottom, top), plot_left, right, top, bottom};
}

/// The text of the picture for those who do not see it, with the names that the caption had no room for.
void put_description(SvgWriter& svg, const LinePlot& plot) {
  std::string text = plot.question + " Lines:";
  for (const PlotLine& line : plot.lines) text += ' ' + line.label + ';';
  if (!plot.left_out.empty()) text += " left out:";
  for (const std::string& name : plot.left_out) text += ' ' + name + ';';
  svg.put("<title>{}</title>\n<desc>{}</desc>\n", escaped(plot.question), escaped(text));
}

}  // namespace

std::string line_plot_svg(const LinePlot& plot) {
  SvgWriter svg;
  put_description(svg, plot);
  svg.put("{}", plot_style);
  const auto [x, y] = ranges_of(plot);
  const Panel panel = panel_of(plot, x, y, draw_title(svg, plot));
  draw_axes(svg, panel, plot);
  draw_marks(svg, plot, panel);
  draw_curves(svg, curves_of(plot, panel, x), panel);
  const double end = draw_caption(svg, plot, panel.bottom + 64);
  return svg.finish(width, end, "none");
}

std::string message_svg(std::string_view message) {
  SvgWriter svg;
  svg.put("{}", plot_style);
  begin_group(svg, "ink");
  const double end = put_lines(svg, 26, wrapped(message, title_columns), 15, "");
  end_group(svg);
  return svg.finish(width, end, "none");
}

}  // namespace polyfork_app
