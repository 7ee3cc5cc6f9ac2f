#include "plot/speedup_plot.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "plot/svg_writer.hpp"

namespace polyfork_app {
namespace {

constexpr double panel_width = 560;
constexpr double panel_height = 340;
constexpr double margin_left = 78;
constexpr double margin_top = 62;
constexpr double axis_room = 58;  // tick labels and axis title below a panel
constexpr double legend_gap = 24;
constexpr double legend_line = 18;

// The qualitative palette of Okabe and Ito: distinguishable with every kind of colour vision.
constexpr std::array<const char*, 7> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};
constexpr std::array<const char*, 4> dashes = {"none", "7 3", "2 3", "9 3 2 3"};

/// A logarithmic axis from low to high, mapped to pixels.
struct Axis {
  double low, high, pixel_low, pixel_high;

  double operator()(double value) const {
    return pixel_low + std::log2(value / low) / std::log2(high / low) * (pixel_high - pixel_low);
  }
  /// Powers of two, and what lies halfway between them while the range is short.
  std::vector<double> ticks() const {
    std::vector<double> values;
    const bool dense = high / low <= 16;
    for (double power = std::exp2(std::ceil(std::log2(low) - 1e-9)); power <= high * 1.0001; power *= 2) {
      values.push_back(power);
      if (dense && power * 1.5 <= high * 1.0001) values.push_back(power * 1.5);
    }
    return values;
  }
};

/// One line of a panel.
struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// What a panel shows, with its ranges.
struct Panel {
  std::string title, x_title, y_title;
  std::vector<Line> lines;
  double x_low, x_high, y_low, y_high;
  bool diagonal;  ///< the line y = x, named "ideal"
};

void draw_axes(SvgWriter& svg, const Axis& x, const Axis& y, const Panel& panel) {
  const double left = x.pixel_low, right = x.pixel_high, bottom = y.pixel_low, top = y.pixel_high;
  svg.text(left, top - 12, panel.title, "start", 14, "font-weight=\"bold\"");
  for (const double value : x.ticks()) {
    svg.line(x(value), bottom, x(value), top, "#e6e6e6", 1);
    svg.line(x(value), bottom, x(value), bottom + 5, "#333", 1);
    if (value == std::floor(value)) svg.text(x(value), bottom + 19, fmt::format("{:.0f}", value));
  }
  for (const double value : y.ticks()) {
    svg.line(left, y(value), right, y(value), "#e6e6e6", 1);
    svg.line(left - 5, y(value), left, y(value), "#333", 1);
    svg.text(left - 9, y(value) + 4, value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value), "end");
  }
  svg.line(left, bottom, right, bottom, "#333", 1.2);
  svg.line(left, bottom, left, top, "#333", 1.2);
  svg.text((left + right) / 2, bottom + 40, panel.x_title);
  const double middle = (top + bottom) / 2;
  svg.text(left - 58, middle, panel.y_title, "middle", 12,
           fmt::format("transform=\"rotate(-90 {:.1f} {:.1f})\"", left - 58, middle).c_str());
}

/// Draws the panel with its top left corner at (0, top); returns the height it took.
double draw_panel(SvgWriter& svg, double top, const Panel& panel) {
  const Axis x{panel.x_low, panel.x_high, margin_left, margin_left + panel_width};
  const Axis y{panel.y_low, panel.y_high, top + margin_top + panel_height, top + margin_top};
  draw_axes(svg, x, y, panel);
  const double legend_x = x.pixel_high + legend_gap;
  double legend_y = y.pixel_high + 6;
  const auto legend = [&](const char* colour, const char* dash, const std::string& name) {
    svg.line(legend_x, legend_y, legend_x + 26, legend_y, colour, 2, dash);
    svg.text(legend_x + 34, legend_y + 4, name, "start");
    legend_y += legend_line;
  };
  if (panel.diagonal) {
    svg.line(x(panel.x_low), y(panel.x_low), x(panel.x_high), y(panel.x_high), "#888", 1.4, "4 4");
    legend("#888", "4 4", "ideal");
  }
  std::size_t index = 0;
  for (const Line& line : panel.lines) {
    const char* colour = colours[index % colours.size()];
    const char* dash = dashes[index / colours.size() % dashes.size()];
    std::vector<std::pair<double, double>> points;
    for (const auto& [px, py] : line.points) points.emplace_back(x(px), y(std::max(py, panel.y_low)));
    svg.polyline(points, colour, dash);
    for (const auto& [px, py] : points) svg.circle(px, py, colour);
    legend(colour, dash, line.name);
    ++index;
  }
  return std::max(margin_top + panel_height + axis_room, legend_y - top + 10);
}

/// All panels below one another under the title; `nothing` where there are none.
std::string draw(const std::vector<Panel>& panels, std::string_view title, std::string_view nothing) {
  SvgWriter svg;
  double height = 34;
  std::size_t longest_name = 8;
  svg.text(margin_left, 26, title, "start", 16);
  if (panels.empty()) {
    svg.text(margin_left, 60, nothing, "start");
    height = 90;
  }
  for (const Panel& panel : panels) {
    for (const Line& line : panel.lines) longest_name = std::max(longest_name, line.name.size());
    height += draw_panel(svg, height, panel);
  }
  const double width = margin_left + panel_width + legend_gap + 50 + 7.0 * static_cast<double>(longest_name);
  return svg.finish(width, height);
}

Panel speedup_panel(const std::string& suite, const std::vector<SpeedupSeries>& all) {
  Panel panel{suite, "threads", "speed-up", {}, 0, 0, 1, 2, true};
  int threads_low = all.front().points.front().threads, threads_high = threads_low;
  for (const SpeedupSeries& series : all) {
    panel.lines.push_back({series.name, {}});
    for (const auto& [threads, speedup] : series.points) {
      threads_low = std::min(threads_low, threads), threads_high = std::max(threads_high, threads);
      panel.y_low = std::min(panel.y_low, speedup), panel.y_high = std::max(panel.y_high, speedup);
      panel.lines.back().points.emplace_back(threads, speedup);
    }
  }
  panel.x_low = threads_low, panel.x_high = threads_high;
  panel.y_high = std::max(panel.y_high, panel.x_high);
  panel.y_low = std::max(panel.y_low, panel.y_high / 4096) / (panel.y_low < 1 ? 1.05 : 1);
  return panel;
}

/// Where a row stands in the pictures of time against size.
struct SizedName {
  std::vector<std::string> panels;  ///< none: the name has no size
  const char* x_title = "coefficients";
  double size = 0;
  std::string who;
};

SizedName size_of(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t slash = std::min(name.find('/', at), name.size());
    parts.push_back(name.substr(at, slash - at));
    at = slash + 1;
  }
  if (parts.size() != 4) return {};
  const auto number = [](const std::string& text, double& value) {
    return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size();
  };
  const std::string& suite = parts[0];
  double first = 0, second = 0;
  if (!number(parts[2], second)) return {};
  if (!number(parts[1], first))
    return {{suite + ": " + parts[1]}, suite == "roots" ? "degree" : "coefficients", second, parts[3]};
  SizedName sized{{}, "coefficients", first, parts[3]};
  if (first == second) sized.panels.push_back(suite + ": as many bits as coefficients");
  sized.panels.push_back(fmt::format("{}: {:g} bits", suite, second));
  return sized;
}

/// Adds a point to the line of that name in the panel of that title.
void add_point(std::vector<Panel>& panels, const std::string& title, const char* x_title, const std::string& name,
               double x, double y) {
  auto panel = std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.title == title; });
  if (panel == panels.end())
    panel = panels.insert(panels.end(), {title, x_title, "milliseconds", {}, x, x, y, y, false});
  panel->x_low = std::min(panel->x_low, x), panel->x_high = std::max(panel->x_high, x);
  panel->y_low = std::min(panel->y_low, y), panel->y_high = std::max(panel->y_high, y);
  auto line = std::find_if(panel->lines.begin(), panel->lines.end(), [&](const Line& l) { return l.name == name; });
  if (line == panel->lines.end()) line = panel->lines.insert(panel->lines.end(), {name, {}});
  line->points.emplace_back(x, y);
}

/// The fewest threads that a benchmark ran with, and its time then.
std::map<std::string, const BenchRow*> base_rows(const std::vector<BenchRow>& rows) {
  std::map<std::string, const BenchRow*> base;
  for (const BenchRow& row : rows) {
    const BenchRow*& slot = base[row.name];
    if (slot == nullptr || row.threads < slot->threads) slot = &row;
  }
  return base;
}

double speedup_over(const BenchRow& base, const BenchRow& row) {
  return row.median_ms > 0 ? base.threads * base.median_ms / row.median_ms : 0;
}

/// Quoted where a comma or quote would break the line.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

void split_benchmark_name(std::string_view full_name, std::string& name, int& threads) {
  constexpr std::string_view key = "/threads:";
  threads = 1;
  const std::size_t at = full_name.find(key);
  name = full_name.substr(0, at);
  if (at == std::string_view::npos) return;
  const std::string_view digits = full_name.substr(at + key.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), threads);
}

std::vector<SpeedupSeries> speedup_series(const std::vector<BenchRow>& rows) {
  const auto base = base_rows(rows);
  std::vector<SpeedupSeries> all;
  for (const BenchRow& row : rows) {
    auto at = std::find_if(all.begin(), all.end(), [&](const SpeedupSeries& s) { return s.name == row.name; });
    if (at == all.end()) at = all.insert(all.end(), {row.name, {}});
    if (const double speedup = speedup_over(*base.at(row.name), row); speedup > 0)
      at->points.push_back({row.threads, speedup});
  }
  for (SpeedupSeries& series : all)
    std::sort(series.points.begin(), series.points.end(), [](auto& a, auto& b) { return a.threads < b.threads; });
  std::erase_if(all, [](const SpeedupSeries& s) {
    return s.points.size() < 2 || s.points.front().threads == s.points.back().threads;
  });
  return all;
}

std::string to_csv(const std::vector<BenchRow>& rows) {
  const auto base = base_rows(rows);
  std::string out = "name,threads,median_ms,cpu_ms,iterations,speedup,label\n";
  for (const BenchRow& row : rows)
    fmt::format_to(std::back_inserter(out), "{},{},{:.6g},{:.6g},{},{:.4g},{}\n", csv_field(row.name), row.threads,
                   row.median_ms, row.cpu_ms, row.iterations, speedup_over(*base.at(row.name), row),
                   csv_field(row.label));
  return out;
}

std::string speedup_svg(const std::vector<BenchRow>& rows, std::string_view title) {
  std::vector<std::pair<std::string, std::vector<SpeedupSeries>>> suites;
  for (SpeedupSeries& series : speedup_series(rows)) {
    const std::string suite = series.name.substr(0, series.name.find('/'));
    if (suites.empty() || suites.back().first != suite) suites.push_back({suite, {}});
    suites.back().second.push_back(std::move(series));
  }
  std::vector<Panel> panels;
  panels.reserve(suites.size());
  for (const auto& [suite, series] : suites) panels.push_back(speedup_panel(suite, series));
  return draw(panels, title, "no benchmark ran with two different numbers of threads");
}

std::string size_svg(const std::vector<BenchRow>& rows, std::string_view title) {
  std::vector<Panel> panels;
  for (const BenchRow& row : rows) {
    const SizedName sized = size_of(row.name);
    if (row.median_ms <= 0 || sized.size <= 0) continue;
    const std::string name = fmt::format("{}, {} thread{}", sized.who, row.threads, row.threads == 1 ? "" : "s");
    for (const std::string& panel : sized.panels)
      add_point(panels, panel, sized.x_title, name, sized.size, row.median_ms);
  }
  for (Panel& panel : panels)
    for (Line& line : panel.lines) std::sort(line.points.begin(), line.points.end());
  std::erase_if(panels, [](const Panel& p) { return p.x_low == p.x_high || p.y_low == p.y_high; });
  std::stable_sort(panels.begin(), panels.end(), [](const Panel& a, const Panel& b) { return a.title < b.title; });
  return draw(panels, title, "no benchmark ran with two different sizes");
}

}  // namespace polyfork_app
