// The markers of the roots, their intervals and their labels.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plot/roots_labels.hpp"
#include "plot/roots_picture.hpp"

namespace polyfork_app::picture {

namespace {

using polyfork::Rational;

constexpr double overlap = 1.25;      // radii between markers that are drawn apart
constexpr double label_distance = 7;  // from the axis
constexpr double thinnest_bar = 4;
constexpr double marker_gap = 12;  // from a marker to its label, and from there to the next one
constexpr const char* halo = "paint-order=\"stroke\" stroke=\"white\" stroke-width=\"3\" stroke-linejoin=\"round\"";

/// The number of digits that tell a pixel from its neighbours, and a few more; nothing where that is many, or none.
std::string value_label(const Picture& p, const PlacedRoot& root) {
  const Rational& x = root.at;
  if (root.interval->exact && x.numerator().bit_length() + x.denominator().bit_length() < 24) return number_label(x);
  if (p.placed.axis.logarithmic() || x.is_zero()) return rounded_label(x, 4);
  const double log10_of_two = std::log10(2.0);
  const Rational range = p.placed.axis.at(right).value() - p.placed.axis.at(left).value();
  const double power = std::floor(log2_abs(x) * log10_of_two);
  const double decimals = 4 - std::floor(log2_abs(range) * log10_of_two);
  const double digits = power + 1 + (power < 6 && power + decimals >= 0 ? std::max(decimals, 0.0) : decimals);
  return digits > 12 || digits < 1 ? "" : rounded_label(x, static_cast<int>(digits));
}

/// What a viewer shows when the pointer rests on a marker.
std::string tooltip(const Picture& p, const Marker& marker) {
  const std::vector<PlacedRoot>& roots = p.placed.roots;
  if (marker.count > 1)
    return fmt::format("roots {} to {} of {}", marker.first + 1, marker.first + marker.count, roots.size());
  const PlacedRoot& root = roots[marker.first];
  std::string text = fmt::format("root {} of {}: ", marker.first + 1, roots.size());
  text += root.interval->exact ? number_label(root.interval->lower)
                               : fmt::format("about {}, between {} and {}", rounded_label(root.at, 5),
                                             number_label(root.interval->lower), number_label(root.interval->upper));
  if (root.interval->multiplicity > 1) text += fmt::format(", multiplicity {}", root.interval->multiplicity);
  return text;
}

struct Label {
  std::string value, without_value;  ///< the latter is what is not plain to see from the marker
};

Label marker_label(const Picture& p, const Marker& marker) {
  if (marker.count > 1) return {"", fmt::format("{} roots", marker.count)};
  const PlacedRoot& root = p.placed.roots[marker.first];
  const std::uint64_t multiplicity = root.interval->multiplicity;
  const std::string value = value_label(p, root);
  if (multiplicity == 1) return {value, ""};
  const std::string times = fmt::format("\u00d7{}", multiplicity);
  return {value.empty() ? "" : value + " (" + times + ")", times};
}

/// What is written at each marker: values if a third of them has room, else multiplicities and numbers of roots only.
std::vector<std::string> marker_labels(const Picture& p) {
  std::vector<std::string> with_values, without;
  std::size_t values = 0;
  for (std::size_t i = 0; i < p.markers.size(); ++i) {
    const double next = i + 1 < p.markers.size() ? p.markers[i + 1].pixel : right;
    const double room = next - p.markers[i].pixel - marker_gap;
    const Label label = marker_label(p, p.markers[i]);
    without.push_back(width_of(label.without_value) <= room ? label.without_value : "");
    const bool fits = !label.value.empty() && width_of(label.value) <= room;
    if (fits) ++values;
    with_values.push_back(fits ? label.value : without.back());
  }
  return 3 * values >= p.markers.size() ? with_values : without;
}

/// The last marker's label: to the left where it has no room on the right, rather without the value than not at all.
std::string last_label(const Picture& p, const std::vector<std::string>& labels, int& side) {
  const std::size_t count = labels.size();
  const Label last = marker_label(p, p.markers.back());
  const double before = count == 1 ? left : p.markers[count - 2].pixel + marker_gap + width_of(labels[count - 2]);
  const double room = p.markers.back().pixel - before - marker_gap;
  const bool values = count == 1 || std::any_of(labels.begin(), labels.end() - 1,
                                                [](const std::string& text) { return !text.empty(); });
  const bool whole = !labels.back().empty() && labels.back() == last.value;
  if (!whole && values && !last.value.empty() && width_of(last.value) <= room) return side = -1, last.value;
  if (labels.back().empty() && width_of(last.without_value) <= room) return side = -1, last.without_value;
  return labels.back();
}

}  // namespace

std::vector<Marker> merged_markers(const std::vector<PlacedRoot>& roots, double radius) {
  std::vector<Marker> markers;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (markers.empty() || roots[i].pixel - markers.back().pixel >= overlap * radius)
      markers.push_back({i, 0, roots[i].pixel});
    ++markers.back().count;
  }
  return markers;
}

/// Smaller where there are many, so that they stay apart while pixels allow it.
double marker_radius(const std::vector<PlacedRoot>& roots) {
  constexpr double least = 1.6, most = 5;
  const std::vector<Marker> markers = merged_markers(roots, least);
  if (markers.size() < 2) return most;
  std::vector<double> distances;
  for (std::size_t i = 1; i < markers.size(); ++i) distances.push_back(markers[i].pixel - markers[i - 1].pixel);
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return std::clamp(0.36 * *middle, least, most);
}

void put_diamond(SvgWriter& svg, double x, double y, double r, const std::string& title) {
  svg.put("<path d=\"M{0:.1f} {1:.1f}l{2:.1f} {2:.1f}l-{2:.1f} {2:.1f}l-{2:.1f} -{2:.1f}z\">", x, y - r, r);
  svg.put("<title>{}</title></path>\n", escaped(title));
}

void put_dot(SvgWriter& svg, double x, double y, double r, const std::string& title) {
  svg.put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"><title>{}</title></circle>\n", x, y, r, escaped(title));
}

/// The open intervals of the roots that are not rational. They are disjoint, so that few are wide enough to be seen.
void draw_intervals(Picture& p) {
  const double bar_half = std::clamp(1.4 * p.radius, 3.5, 7.0);
  p.svg.put("<g fill=\"{0}\" fill-opacity=\"0.16\" stroke=\"{0}\" stroke-opacity=\"0.55\" stroke-width=\"1\">\n",
            accent);
  for (const PlacedRoot& root : p.placed.roots) {
    if (root.interval->exact) continue;
    if (root.right - root.left < thinnest_bar) continue;
    p.bars = true;
    p.svg.put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"3\"/>\n", root.left + 0.5,
              p.zero - bar_half, root.right - root.left - 1, 2 * bar_half);
  }
  p.svg.put("</g>\n");
}

void draw_markers(Picture& p) {
  const std::string group =
      fmt::format("<g fill=\"{}\" stroke=\"white\" stroke-width=\"{}\">\n", accent, p.radius < 2.5 ? 0 : 1);
  p.svg.put("{}", group);
  for (const Marker& marker : p.markers) {
    const std::string title = tooltip(p, marker);
    if (p.placed.roots[marker.first].interval->exact)
      put_diamond(p.svg, marker.pixel, p.zero, 1.25 * p.radius, title);
    else
      put_dot(p.svg, marker.pixel, p.zero, p.radius, title);
  }
  p.svg.put("</g>\n");
}

/// To the right, below the axis where the curve rises and above it where it falls, so that the curve passes on the
/// other side.
void draw_labels(Picture& p) {
  std::vector<std::string> labels = marker_labels(p);
  if (labels.empty()) return;
  int last_side = 1;
  labels.back() = last_label(p, labels, last_side);
  const std::string attributes = fmt::format("fill=\"{}\" {}", accent, halo);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) continue;
    const Marker& marker = p.markers[i];
    const int side = i + 1 == labels.size() ? last_side : 1;
    const Gap& gap = p.curve.gaps[side > 0 ? marker.first + marker.count : marker.first];
    const double y = gap.sign > 0 ? p.zero + label_distance + 16 : p.zero - label_distance - 8;
    p.svg.text(marker.pixel + 6 * side, y, labels[i], side > 0 ? "start" : "end", 11, attributes.c_str());
  }
}

}  // namespace polyfork_app::picture
