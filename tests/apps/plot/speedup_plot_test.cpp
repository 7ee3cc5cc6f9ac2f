// The table and the picture of measured speed-ups.
#include "plot/speedup_plot.hpp"

#include <gtest/gtest.h>

namespace polyfork_app {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::vector<BenchRow> sample() {
  return {{"mul/64/classical", 1, 8.0, 8.0, 10, ""},      {"mul/64/classical", 4, 2.5, 9.0, 10, ""},
          {"mul/64/classical", 2, 4.0, 8.5, 10, ""},      {"mul/64/kronecker", 1, 3.0, 3.0, 10, "kronecker"},
          {"roots/a<b&c/9", 2, 10.0, 20.0, 5, "a,\"b\""}, {"roots/a<b&c/9", 4, 5.0, 20.0, 5, ""}};
}

TEST(SpeedupPlot, SplitsNames) {
  std::string name;
  int threads = 0;
  split_benchmark_name("mul/64/threads:12/real_time", name, threads);
  EXPECT_EQ(name, "mul/64");
  EXPECT_EQ(threads, 12);
  split_benchmark_name("mul/64", name, threads);
  EXPECT_EQ(name, "mul/64");
  EXPECT_EQ(threads, 1);
  EXPECT_EQ(sample()[1].full_name(), "mul/64/classical/threads:4");
  EXPECT_EQ(sample()[1].suite(), "mul");
}

TEST(SpeedupPlot, SeriesAreRelativeToTheFewestThreads) {
  const auto all = speedup_series(sample());
  ASSERT_EQ(all.size(), 2U);  // kronecker ran on one number of threads only
  EXPECT_EQ(all[0].name, "mul/64/classical");
  ASSERT_EQ(all[0].points.size(), 3U);
  EXPECT_EQ(all[0].points[0].threads, 1);
  EXPECT_DOUBLE_EQ(all[0].points[1].speedup, 2.0);
  EXPECT_DOUBLE_EQ(all[0].points[2].speedup, 3.2);
  EXPECT_DOUBLE_EQ(all[1].points[0].speedup, 2.0);  // two threads at least: the diagonal
  EXPECT_DOUBLE_EQ(all[1].points[1].speedup, 4.0);
  EXPECT_TRUE(speedup_series({}).empty());
  EXPECT_TRUE(speedup_series({{"a", 1, 0.0, 0, 0, ""}, {"a", 2, 0.0, 0, 0, ""}}).empty());  // no time, no ratio
}

TEST(SpeedupPlot, Table) {
  const std::string csv = to_csv(sample());
  EXPECT_EQ(csv.rfind("name,threads,median_ms,cpu_ms,iterations,speedup,label\n", 0), 0U);
  EXPECT_EQ(count_of(csv, "\n"), 7U);
  EXPECT_NE(csv.find("mul/64/classical,4,2.5,9,10,3.2,\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("roots/a<b&c/9,2,10,20,5,2,\"a,\"\"b\"\"\"\n"), std::string::npos) << csv;
}

TEST(SpeedupPlot, Picture) {
  const std::string svg = speedup_svg(sample(), "T<1>");
  EXPECT_EQ(svg.rfind("<svg", 0), 0U);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_EQ(count_of(svg, "<polyline"), 2U);
  EXPECT_EQ(count_of(svg, "<circle"), 5U);
  EXPECT_EQ(count_of(svg, ">ideal<"), 2U);  // one panel for each suite
  EXPECT_NE(svg.find("T&lt;1&gt;"), std::string::npos);
  EXPECT_NE(svg.find("roots/a&lt;b&amp;c/9"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  const std::string none = speedup_svg({}, "nothing");
  EXPECT_NE(none.find("no benchmark ran with two different numbers of threads"), std::string::npos);
  EXPECT_EQ(none.substr(none.size() - 7), "</svg>\n");
}

TEST(SizePlot, PanelsOfEqualAndOfFixedBits) {
  const std::vector<BenchRow> rows = {
      {"mul/64/64/polyfork", 1, 1.0, 0, 0, ""},  {"mul/128/128/polyfork", 1, 4.0, 0, 0, ""},
      {"mul/128/128/flint", 1, 9.0, 0, 0, ""},   {"mul/256/64/polyfork", 1, 2.0, 0, 0, ""},
      {"mul/256/64/polyfork", 4, 1.5, 0, 0, ""}, {"roots/chebyshev/64", 1, 3.0, 0, 0, ""}};  // no who
  const std::string svg = size_svg(rows, "times");
  EXPECT_NE(svg.find("mul: as many bits as coefficients"), std::string::npos);
  EXPECT_NE(svg.find("mul: 64 bits"), std::string::npos);
  EXPECT_EQ(svg.find("mul: 128 bits"), std::string::npos);  // one length only
  EXPECT_NE(svg.find("polyfork, 4 threads"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<polyline"), 4U);
  EXPECT_NE(size_svg({}, "t").find("no benchmark ran with two different sizes"), std::string::npos);
}

TEST(SizePlot, PanelsOfFamilies) {
  const std::vector<BenchRow> rows = {{"roots/bnd/64/polyfork", 1, 1.0, 0, 0, ""},
                                      {"roots/bnd/128/polyfork", 1, 4.0, 0, 0, ""},
                                      {"roots/cnd/64/polyfork", 1, 4.0, 0, 0, ""},
                                      {"roots_width/exp/64/pari", 1, 4.0, 0, 0, ""},
                                      {"roots_width/exp/65/pari", 1, 5.0, 0, 0, ""}};
  const std::string svg = size_svg(rows, "times");
  EXPECT_NE(svg.find("roots: bnd"), std::string::npos);
  EXPECT_EQ(svg.find("roots: cnd"), std::string::npos);  // one degree only
  EXPECT_NE(svg.find("roots_width: exp"), std::string::npos);
  EXPECT_EQ(count_of(svg, ">degree<"), 1U);
  EXPECT_EQ(count_of(svg, ">coefficients<"), 1U);
  EXPECT_EQ(count_of(svg, "<polyline"), 2U);
}

}  // namespace
}  // namespace polyfork_app
