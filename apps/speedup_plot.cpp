#include "speedup_plot.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

namespace polyfork_app {
namespace {

constexpr double panel_width = 560;
constexpr double panel_height = 340;
constexpr double margin_left = 62;
constexpr double margin_top = 62;
constexpr double axis_room = 58;  // tick labels and axis title below a panel
constexpr double legend_gap = 24;
constexpr double legend_line = 18;

// The qualitative palette of Okabe and Ito: distinguishable with every kind of colour vision.
constexpr std::array<const char*, 7> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};
constexpr std::array<const char*, 4> dashes = {"none", "7 3", "2 3", "9 3 2 3"};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

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

class SvgWriter {
 public:
  void line(double x1, double y1, double x2, double y2, const char* stroke, double width, const char* dash = "none") {
    put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"", x1, y1, x2,
        y2, stroke, width);
    put(" stroke-dasharray=\"{}\"/>\n", dash);
  }
  void text(double x, double y, std::string_view content, const char* anchor = "middle", int size = 12,
            const char* attributes = "") {
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" {}>{}</text>\n", x, y, anchor, size,
        attributes, escaped(content));
  }
  void circle(double x, double y, const char* fill) {
    put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x, y, fill);
  }
  void polyline(const std::vector<std::pair<double, double>>& points, const char* stroke, const char* dash) {
    put("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-dasharray=\"{}\" points=\"", stroke, dash);
    for (const auto& [x, y] : points) put("{:.1f},{:.1f} ", x, y);
    body_ += "\"/>\n";
  }
  std::string finish(double width, double height) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
        width, height, body_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
  }
  std::string body_;
};

void draw_axes(SvgWriter& svg, const Axis& x, const Axis& y, std::string_view title) {
  const double left = x.pixel_low, right = x.pixel_high, bottom = y.pixel_low, top = y.pixel_high;
  svg.text(left, top - 12, title, "start", 14, "font-weight=\"bold\"");
  for (const double value : x.ticks()) {
    svg.line(x(value), bottom, x(value), top, "#e6e6e6", 1);
    svg.line(x(value), bottom, x(value), bottom + 5, "#333", 1);
    if (value == std::floor(value)) svg.text(x(value), bottom + 19, fmt::format("{:g}", value));
  }
  for (const double value : y.ticks()) {
    svg.line(left, y(value), right, y(value), "#e6e6e6", 1);
    svg.line(left - 5, y(value), left, y(value), "#333", 1);
    svg.text(left - 9, y(value) + 4, fmt::format("{:g}", value), "end");
  }
  svg.line(left, bottom, right, bottom, "#333", 1.2);
  svg.line(left, bottom, left, top, "#333", 1.2);
  svg.text((left + right) / 2, bottom + 40, "threads");
  const double middle = (top + bottom) / 2;
  svg.text(left - 44, middle, "speed-up", "middle", 12,
           fmt::format("transform=\"rotate(-90 {:.1f} {:.1f})\"", left - 44, middle).c_str());
}

/// Draws one suite with its top left corner at (0, top); returns the height it took.
double draw_panel(SvgWriter& svg, double top, const std::string& suite, const std::vector<SpeedupSeries>& all) {
  double low = 1, high = 2;
  int threads_low = all.front().points.front().threads, threads_high = threads_low;
  for (const SpeedupSeries& series : all)
    for (const auto& [threads, speedup] : series.points) {
      threads_low = std::min(threads_low, threads), threads_high = std::max(threads_high, threads);
      low = std::min(low, speedup), high = std::max(high, speedup);
    }
  high = std::max(high, static_cast<double>(threads_high));
  low = std::max(low, high / 4096) / (low < 1 ? 1.05 : 1);
  const Axis x{static_cast<double>(threads_low), static_cast<double>(threads_high), margin_left,
               margin_left + panel_width};
  const Axis y{low, high, top + margin_top + panel_height, top + margin_top};
  draw_axes(svg, x, y, suite);

  const double legend_x = x.pixel_high + legend_gap;
  double legend_y = y.pixel_high + 6;
  const auto legend = [&](const char* colour, const char* dash, const std::string& name) {
    svg.line(legend_x, legend_y, legend_x + 26, legend_y, colour, 2, dash);
    svg.text(legend_x + 34, legend_y + 4, name, "start");
    legend_y += legend_line;
  };
  svg.line(x(threads_low), y(threads_low), x(threads_high), y(threads_high), "#888", 1.4, "4 4");
  legend("#888", "4 4", "ideal");
  std::size_t index = 0;
  for (const SpeedupSeries& series : all) {
    const char* colour = colours[index % colours.size()];
    const char* dash = dashes[index / colours.size() % dashes.size()];
    std::vector<std::pair<double, double>> points;
    for (const auto& [threads, speedup] : series.points) points.emplace_back(x(threads), y(std::max(speedup, low)));
    svg.polyline(points, colour, dash);
    for (const auto& [px, py] : points) svg.circle(px, py, colour);
    legend(colour, dash, series.name);
    ++index;
  }
  return std::max(margin_top + panel_height + axis_room, legend_y - top + 10);
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
  std::vector<std::pair<std::string, std::vector<SpeedupSeries>>> panels;
  std::size_t longest_name = 8;
  for (SpeedupSeries& series : speedup_series(rows)) {
    const std::string suite = series.name.substr(0, series.name.find('/'));
    longest_name = std::max(longest_name, series.name.size());
    if (panels.empty() || panels.back().first != suite) panels.push_back({suite, {}});
    panels.back().second.push_back(std::move(series));
  }
  SvgWriter svg;
  double height = 34;
  svg.text(margin_left, 26, title, "start", 16);
  if (panels.empty()) {
    svg.text(margin_left, 60, "no benchmark ran with two different numbers of threads", "start");
    height = 90;
  }
  for (const auto& [suite, series] : panels) height += draw_panel(svg, height, suite, series);
  const double width = margin_left + panel_width + legend_gap + 50 + 7.0 * static_cast<double>(longest_name);
  return svg.finish(width, height);
}

}  // namespace polyfork_app
