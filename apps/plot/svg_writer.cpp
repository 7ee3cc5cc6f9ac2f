// Elements of SVG as text: lines, labels, circles, curves.
#include "plot/svg_writer.hpp"

#include <algorithm>

namespace polyfork_app {

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
    else if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';
    else
      out += c;
  }
  return out;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void SvgWriter::line(double x1, double y1, double x2, double y2, const char* stroke, double width, const char* dash) {
  put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"", x1, y1, x2, y2,
      stroke, width);
  put(" stroke-dasharray=\"{}\"/>\n", dash);
}

void SvgWriter::text(double x, double y, std::string_view content, const char* anchor, int size,
                     const char* attributes) {
  put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" {}>{}</text>\n", x, y, anchor, size,
      attributes, escaped(content));
}

void SvgWriter::circle(double x, double y, double radius) {
  put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n", x, y, radius);
}

void SvgWriter::polyline(const std::vector<std::pair<double, double>>& points, double width) {
  put("<polyline fill=\"none\" stroke-width=\"{}\" points=\"", width);
  for (const auto& [x, y] : points) put("{:.1f},{:.1f} ", x, y);
  body_ += "\"/>\n";
}

std::string SvgWriter::finish(double width, double height, const char* background) const {
  const bool transparent = std::string_view(background) == "none";
  const std::string rect =
      transparent ? "" : fmt::format("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", background);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n{2}{3}</svg>\n",
      width, height, rect, body_);
}

}  // namespace polyfork_app
