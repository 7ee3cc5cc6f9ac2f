// The picture of roots: what it shows, its scales, its bounds.
#include "plot/roots_plot.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "plot/place_roots.hpp"
#include "plot/plot_curve_path.hpp"
#include "plot/roots_curve.hpp"
#include "plot/roots_labels.hpp"
#include "plot/sample_values.hpp"
#include "plot/svg_writer.hpp"

namespace polyfork_app {
namespace {

using polyfork::ExecutionContext;
using polyfork::Integer;
using polyfork::IsolationOptions;
using polyfork::IsolationResult;
using polyfork::PolyZ;
using polyfork::Rational;
using polyfork::RootInterval;

using Interval = std::optional<std::pair<Rational, Rational>>;

const ExecutionContext& context() { return ExecutionContext::default_context(); }

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

PolyZ poly(const std::string& text) { return polyfork::parse_poly_z(text); }

IsolationResult roots_of(const PolyZ& f, const Interval& interval = std::nullopt) {
  IsolationOptions options;
  options.interval = interval;
  return polyfork::isolate_real_roots(f, options);
}

std::string picture_of(const std::string& text, const Interval& interval = std::nullopt) {
  const PolyZ f = poly(text);
  return roots_svg(f, roots_of(f, interval), interval, context());
}

/// The tags open and close in order, and every number is one.
void expect_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  std::size_t tags = 0;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1), ++tags) {
    const std::size_t end = svg.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const bool closes = svg[at + 1] == '/';
    const std::size_t first = at + (closes ? 2 : 1);
    const std::string name = svg.substr(first, svg.find_first_of(" />", first) - first);
    if (closes) {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), name);
      open.pop_back();
    } else if (svg[end - 1] != '/') {
      open.push_back(name);
    }
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(tags, count_of(svg, ">"));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(SvgWriter, EscapesTexts) {
  EXPECT_EQ(escaped("a<b>&\"c\x01"), "a&lt;b&gt;&amp;&quot;c ");
  EXPECT_EQ(character_count("x⁵ − 1"), 6U);
  SvgWriter svg;
  svg.text(1, 2, "p<q");
  EXPECT_NE(svg.finish(10, 20).find(">p&lt;q</text>"), std::string::npos);
}

TEST(RootsPlot, ShowsRootsIntervalsAndSigns) {
  const std::string svg = picture_of("(x^2-2)^3*(3*x-1)");
  expect_well_formed(svg);
  EXPECT_NE(svg.find("Degree 7: 3 real roots"), std::string::npos);
  EXPECT_NE(svg.find("1 rational, 2 irrational, multiplicities up to 3"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<title>root "), 3U);  // a marker each
  EXPECT_EQ(count_of(svg, "multiplicity 3</title>"), 2U);
  EXPECT_EQ(count_of(svg, "<title>rational root"), 1U);  // the legend
  EXPECT_NE(svg.find("−1.4142 (×3)"), std::string::npos);
  EXPECT_NE(svg.find(">1/3</text>"), std::string::npos);
  EXPECT_EQ(count_of(svg, ">+</text>"), 3U);  // two bands and the legend
  EXPECT_EQ(count_of(svg, ">−</text>"), 3U);
  EXPECT_EQ(count_of(svg, "rx=\"3\""), 3U);  // two intervals and the legend
}

TEST(RootsPlot, WithoutRoots) {
  const std::string positive = picture_of("x^4+x+1");
  expect_well_formed(positive);
  EXPECT_NE(positive.find("Degree 4: no real roots"), std::string::npos);
  EXPECT_EQ(count_of(positive, ">+</text>"), 2U);
  EXPECT_EQ(count_of(positive, ">−</text>"), 0U);
  const std::string constant = picture_of("-7");
  expect_well_formed(constant);
  EXPECT_NE(constant.find("Degree 0: no real roots"), std::string::npos);
  EXPECT_EQ(count_of(constant, ">−</text>"), 2U);
  EXPECT_EQ(count_of(constant, ">+</text>"), 0U);
}

TEST(RootsPlot, ShowsTheInterval) {
  const std::string svg = picture_of("(x^2-2)*(x-1)*(x-5)", Interval({Rational(0), Rational(3, 2)}));
  expect_well_formed(svg);
  EXPECT_NE(svg.find("Degree 4: 2 real roots in [0, 3/2]"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<title>root "), 2U);
  EXPECT_NE(svg.find(">0</text>"), std::string::npos);
  EXPECT_EQ(svg.find(">5</text>"), std::string::npos);
  // Both ends are roots; beside a single point there may be others.
  expect_well_formed(picture_of("(3*x-1)*(7*x-2)*(11*x-4)", Interval({Rational(1, 3), Rational(4, 11)})));
  const std::string point = picture_of("(x-1)*(x-2)", Interval({Rational(1), Rational(1)}));
  expect_well_formed(point);
  EXPECT_NE(point.find("both signs"), std::string::npos);
}

TEST(RootsPlot, TheSameBytesForEveryNumberOfThreads) {
  const PolyZ f = polyfork::make_family(polyfork::Family::laguerre, 30);
  const IsolationResult result = roots_of(f);
  const std::string svg = roots_svg(f, result, {}, context().with_threads(1));
  expect_well_formed(svg);
  EXPECT_EQ(roots_svg(f, result, {}, context().with_threads(4)), svg);
}

TEST(RootsPlot, ManyRootsAreABoundedPicture) {
  IsolationResult result;
  result.degree = 1;
  for (int i = 1; i <= 20000; ++i) result.roots.push_back({Rational(i, 7), Rational(i, 7), true, 1});
  const std::string svg = roots_svg(poly("x"), result, {}, context());
  EXPECT_LT(count_of(svg, "<"), 3000U);
  EXPECT_LT(svg.size(), 400000U);
  const PolyZ f = polyfork::make_family(polyfork::Family::wilkinson, 300);
  const std::string wilkinson = roots_svg(f, roots_of(f), {}, context());
  expect_well_formed(wilkinson);
  EXPECT_NE(wilkinson.find("Degree 300: 300 real roots"), std::string::npos);
  EXPECT_LT(count_of(wilkinson, "<"), 3000U);
}

TEST(RootsPlot, CloseRootsAreOneMarker) {
  const std::string svg = picture_of("x^20-2*(5*x-1)^2");
  expect_well_formed(svg);
  EXPECT_NE(svg.find(">2 roots</text>"), std::string::npos);
  EXPECT_NE(svg.find("<title>roots 2 to 3 of 4</title>"), std::string::npos);
}

TEST(RootsPlot, NumbersOfAnySize) {
  expect_well_formed(picture_of("(x-10^5000)*(10^5000*x-1)*(x^2-2)"));
  expect_well_formed(picture_of("(x-10^20)*(x-10^20-1)"));
  expect_well_formed(picture_of("x^2-2", Interval({Rational("1.41421356"), Rational("1.41421357")})));
  expect_well_formed(picture_of("x^2-2", Interval({Rational(0), Rational("1e20000")})));
  EXPECT_THROW(picture_of("x^2-2", Interval({Rational(0), Rational("1e2000000")})), polyfork::DomainError);
}

TEST(RootsPlot, IsCancelled) {
  const PolyZ f = polyfork::make_family(polyfork::Family::chebyshev, 64);
  const IsolationResult result = roots_of(f);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(roots_svg(f, result, {}, context().with_stop_token(source.get_token())), polyfork::Cancelled);
}

std::vector<Rational> places(const PlacedRoots& placed) {
  std::vector<Rational> all;
  for (const PlacedRoot& root : placed.roots) all.push_back(root.at);
  return all;
}

TEST(PlaceRoots, LogarithmicWhereTheLinearAxisHidesRoots) {
  const auto placed = [](const std::string& text, const IsolationResult& result) {
    return place_roots(poly(text), result.roots, {}, 0, 900, context());
  };
  const std::string wide = "(10^6*x-1)*(1000*x-1)*(x-1)*(x-1000)*(x-10^6)*(x+7)";
  const IsolationResult far = roots_of(poly(wide));
  const PlacedRoots logarithmic = placed(wide, far);
  EXPECT_TRUE(logarithmic.axis.logarithmic());
  EXPECT_EQ(separated_roots(places(logarithmic), logarithmic.axis), 6U);
  EXPECT_EQ(separated_roots(places(logarithmic), PlotAxis::linear(Rational(-7), Rational(1'000'000), 0, 900)), 2U);
  for (const std::string text : {"(x-1)*(x-2)*(x-30)", "(10^6*x-1)*(x-10^6)", "x*(x-1)", "(x-1)*(10^9*x-10^9-1)"}) {
    const IsolationResult near = roots_of(poly(text));
    EXPECT_FALSE(placed(text, near).axis.logarithmic()) << text;
  }
}

TEST(PlaceRoots, PixelsAreThoseOfTheRoots) {
  const std::string text = "x^2-2";
  const IsolationResult result = roots_of(poly(text));
  const PlacedRoots placed =
      place_roots(poly(text), result.roots, Interval({Rational(-2), Rational(2)}), 0, 400, context());
  EXPECT_NEAR(placed.roots[0].pixel, 200 - 100 * std::sqrt(2), 0.01);
  EXPECT_NEAR(placed.roots[1].pixel, 200 + 100 * std::sqrt(2), 0.01);
  const PlotAxis logarithmic = PlotAxis::symmetric_log(-3, Rational(-10), Rational(1000), 0, 400);
  for (const double pixel : {0.0, 57.3, 200.0, 399.0}) {
    EXPECT_NEAR(logarithmic.pixel(logarithmic.at(pixel).value()), pixel, 0.01);
    EXPECT_NEAR(placed.axis.pixel(placed.axis.at(pixel).value()), pixel, 0.01);
  }
}

TEST(PlotAxis, Ticks) {
  const auto labels = [](const PlotAxis& axis) {
    std::string all;
    const Ticks ticks = axis.ticks();
    for (const Tick& tick : ticks.ticks) all += tick.label + " ";
    return all + ticks.offset;
  };
  EXPECT_EQ(labels(PlotAxis::linear(Rational(-1), Rational(1), 0, 300)), "−1 −0.5 0 0.5 1 ");
  EXPECT_EQ(labels(PlotAxis::linear(Rational(0), Rational("25e100"), 0, 300)), "0 10¹⁰¹ 2·10¹⁰¹ ");
  EXPECT_EQ(labels(PlotAxis::linear(Rational("1e30"), Rational("1e30") + Rational(2), 0, 300)),
            "0 +0.5 +1 +1.5 +2 1000000000000000000000000000000");
  EXPECT_EQ(labels(PlotAxis::symmetric_log(0, Rational(0), Rational(1'000'000), 0, 500)),
            "0 10 100 1000 10000 10⁵ 10⁶ ");  // 1 is too near to 0
}

TEST(SampleValues, SignsAndMagnitudesAreThoseOfExactValues) {
  for (const std::string text : {"(x^2-2)^5-1", "x^9-30*x+1", "(10^40*x-10^40-1)^3*(x-7)", "5", "x^30"}) {
    const PolyZ f = poly(text);
    std::vector<DyadicPoint> points;
    for (int i = -40; i <= 40; ++i) points.push_back({Integer(i), -3});
    points.push_back({Integer(1), 300});
    const std::vector<SampledValue> values = sample_values(f, points, context());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Integer c = points[i].c * (points[i].exponent > 0 ? Integer(1) << 300 : Integer(1));
      Rational exact;  // Horner's rule
      const Rational x = points[i].exponent > 0 ? Rational(c) : Rational(c, Integer(8));
      for (std::size_t j = f.length(); j-- > 0;) exact = exact * x + Rational(f.coefficient(j));
      ASSERT_TRUE(values[i].known);
      ASSERT_EQ(values[i].sign, exact.sign()) << text << " at " << x.to_string();
      if (exact.sign() != 0) {
        ASSERT_NEAR(values[i].log2, log2_abs(exact), 1e-4);
      }
    }
  }
}

TEST(SampleValues, StopAtTheBudget) {
  const PolyZ f = polyfork::make_family(polyfork::Family::chebyshev, 50);
  std::vector<DyadicPoint> points;
  for (int i = 1; i <= 160; ++i) points.push_back({Integer(i), -8});
  std::size_t known = 0;
  for (const SampledValue& value : sample_values(f, points, context(), 1)) known += value.known ? 1 : 0;
  EXPECT_EQ(known, 10U);  // every sixteenth
}

TEST(RootsCurve, SignsBetweenRoots) {
  const PolyZ f = poly("(x+3)*(x+1)^2*x^3*(x^2-2)*(x-4)^4");
  const IsolationResult result = roots_of(f);
  const PlacedRoots placed = place_roots(f, result.roots, {}, 0, 900, context());
  const RootsCurve curve = roots_curve(f, placed, context());
  std::vector<int> signs;
  for (const Gap& gap : curve.gaps) signs.push_back(gap.sign);
  EXPECT_EQ(signs, (std::vector<int>{1, -1, 1, 1, -1, 1, 1}));
  for (const Gap& gap : curve.gaps)
    for (std::size_t i = gap.begin; i < gap.end; ++i) EXPECT_EQ(curve.samples[i].value.sign, gap.sign);
}

TEST(PlotCurvePath, DropsWhatALineReplaces) {
  const std::vector<PlotPoint> points = {{0, 0}, {1, 1}, {2, 2.01}, {3, 3}, {4, 0}};
  EXPECT_EQ(path_data(simplified(points, 0.1)), "0.0,0.0 3.0,3.0 4.0,0.0");
  EXPECT_EQ(simplified(points, 0).size(), 5U);
}

TEST(RootsLabels, NumbersAndPolynomials) {
  EXPECT_EQ(rounded_label(Rational(-1, 3), 4), "−0.3333");
  EXPECT_EQ(rounded_label(Rational("123456789"), 3), "1.23·10⁸");
  EXPECT_EQ(rounded_label(Rational("1e-30000"), 3), "10⁻³⁰⁰⁰⁰");
  EXPECT_EQ(number_label(Rational(-5, 2)), "−5/2");
  EXPECT_EQ(number_label(Rational(Integer("123456789012345678901"), Integer(7))), "≈ 1.76366841446·10¹⁹");
  bool rounded = false;
  EXPECT_EQ(polynomial_label(poly("x^5-x-1"), rounded), "x⁵ − x − 1");
  EXPECT_EQ(polynomial_label(poly("-t^12+3*t^2"), rounded), "−t¹² + 3t²");
  EXPECT_FALSE(rounded);
  EXPECT_EQ(polynomial_label(poly("10^40*x-1"), rounded), "10⁴⁰·x − 1");
  EXPECT_TRUE(rounded);
  const std::string cut = polynomial_label(polyfork::make_family(polyfork::Family::wilkinson, 20), rounded);
  EXPECT_NE(cut.find(" + … + 2.433·10¹⁸"), std::string::npos) << cut;
}

}  // namespace
}  // namespace polyfork_app
