// The picture of a system in two variables: curves by marching squares, boxes, what is left out.
#include "plot/system_plot.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/poly/text/parse.hpp>

#include "plot/sampled_curve.hpp"

namespace polyfork_app {
namespace {

using polyfork::MultiPolyQ;

const polyfork::ExecutionContext& plain_context() { return polyfork::ExecutionContext::default_context(); }

MultiPolyQ polynomial(const std::string& text) {
  return polyfork::parse_poly<MultiPolyQ>(text,
                                          polyfork::Variables({"x", "y"}, polyfork::MonomialOrder::graded_reverse_lex));
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SampledCurve, LiesOnTheCircle) {
  const auto segments = sampled_curve(polynomial("x^2+y^2-1"), {-2, 2, -2, 2}, 100, plain_context());
  ASSERT_GT(segments.size(), 100U);
  double length = 0;
  for (const PlaneSegment& s : segments) {
    EXPECT_NEAR(std::hypot(s.from.x, s.from.y), 1, 0.001);
    length += std::hypot(s.to.x - s.from.x, s.to.y - s.from.y);
  }
  EXPECT_NEAR(length, 2 * 3.14159265, 0.01);
}

TEST(SampledCurve, HasNoSegmentWhereSignsDoNotChange) {
  EXPECT_TRUE(sampled_curve(polynomial("x^2+y^2+1"), {-2, 2, -2, 2}, 50, plain_context()).empty());
  EXPECT_TRUE(sampled_curve(polynomial("3"), {-2, 2, -2, 2}, 50, plain_context()).empty());
  // Two branches in one cell at a crossing, and coefficients that no double has.
  const std::string huge = "1" + std::string(400, '0');
  EXPECT_FALSE(sampled_curve(polynomial(huge + "*x*y-" + huge), {-2, 2, -2, 2}, 51, plain_context()).empty());
  EXPECT_FALSE(sampled_curve(polynomial("x*y"), {-1, 1, -1, 1}, 1, plain_context()).empty());
}

TEST(SystemPlot, ShowsCurvesAndBoxes) {
  const std::vector<MultiPolyQ> equations{polynomial("x^2+y^2-5"), polynomial("x*y-2"), polynomial("x^2-2*x+y^2-y+2")};
  const auto boxes = polyfork::real_solutions({equations[0], equations[1]}).solutions;
  const std::string svg = system_svg(equations, boxes, plain_context());
  EXPECT_NE(svg.find("4 real solutions"), std::string::npos);
  EXPECT_EQ(occurrences(svg, "<circle"), 4U + 1U);  // with the legend's
  EXPECT_NE(svg.find("x*y - 2 = 0"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_EQ(svg, system_svg(equations, boxes, plain_context()));
}

TEST(SystemPlot, LeavesOutWhatIsTooMuch) {
  std::vector<MultiPolyQ> equations;
  equations.reserve(8);
  for (int i = 0; i < 8; ++i) equations.push_back(polynomial("x-" + std::to_string(i)));
  const std::string svg = system_svg(equations, {}, plain_context());
  EXPECT_NE(svg.find("0 real solutions"), std::string::npos);
  EXPECT_NE(svg.find("2 equations are left out."), std::string::npos);
  EXPECT_EQ(occurrences(svg, "class=\"own"), 6U);
  const auto far = polyfork::real_solutions({polynomial("x-10^40"), polynomial("y^2-2")}).solutions;
  EXPECT_NE(system_svg({polynomial("x-10^40"), polynomial("y^2-2")}, far, plain_context()).find("too far"),
            std::string::npos);
}

}  // namespace
}  // namespace polyfork_app
