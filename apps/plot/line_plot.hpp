// A picture of a few lines on logarithmic axes that answers one question, as SVG.
//
// The lines are named at their right ends: a legend would send the eye back and forth. What is ours has colours, other
// libraries are grey. The background is transparent, and the colours follow the reader's light or dark scheme. Equal
// inputs give equal bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plot/line_plot_axis.hpp"

namespace polyfork_app {

/// More lines than these nobody can follow, and there are no more colours that every reader tells from one another.
constexpr std::size_t most_lines = 6;

struct PlotLine {
  std::string label;
  bool peer = false;  ///< another library's
  std::vector<std::pair<double, double>> points;
};

/// A place on the horizontal axis that has a name.
struct PlotMark {
  double x = 0;
  std::string label;
};

struct LinePlot {
  std::string question;  ///< the title
  std::string subtitle;
  std::string x_title, y_title;  ///< with their units
  TickBase y_ticks = TickBase::ten;
  bool ideal = false;                 ///< also the line y = x, dashed
  std::vector<PlotLine> lines;        ///< 1 to most_lines, with plottable numbers
  std::string rule;                   ///< how they were chosen; begins the caption
  std::vector<std::string> left_out;  ///< the names of other lines; the caption counts them, <desc> has them all
  std::vector<PlotMark> marks = {};   ///< dashed upright lines; those outside of the points' range are not drawn
};

/// Precondition: there is a line, there are at most most_lines, and every line has a point.
std::string line_plot_svg(const LinePlot& plot);

/// A picture that says why there is none.
std::string message_svg(std::string_view message);

/// For the choice of lines: those that meet the condition, unless none does.
template <class Line, class Condition>
std::vector<Line> preferred(const std::vector<Line>& lines, Condition condition) {
  std::vector<Line> matching;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(matching), condition);
  return matching.empty() ? lines : matching;
}

}  // namespace polyfork_app
