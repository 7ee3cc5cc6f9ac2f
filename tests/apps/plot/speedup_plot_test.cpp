// The table and the pictures of measured run times.
#include "plot/speedup_plot.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plot/line_plot.hpp"
#include "plot/line_plot_sizes.hpp"
#include "plot/line_plot_text.hpp"
#include "plot/line_plot_words.hpp"

namespace polyfork_app {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The words of a picture, however its texts are broken into lines.
std::string words_of(const std::string& svg) {
  return std::regex_replace(std::regex_replace(svg, std::regex("<[^>]*>"), " "), std::regex("\\s+"), " ");
}

std::vector<BenchRow> sample() {
  return {{"mul/64/classical", 1, 8.0, 8.0, 10, ""},      {"mul/64/classical", 4, 2.5, 9.0, 10, ""},
          {"mul/64/classical", 2, 4.0, 8.5, 10, ""},      {"mul/64/kronecker", 1, 3.0, 3.0, 10, "kronecker"},
          {"roots/a<b&c/9", 2, 10.0, 20.0, 5, "a,\"b\""}, {"roots/a<b&c/9", 4, 5.0, 20.0, 5, ""}};
}

/// Eleven products, by us and two other libraries, on 1 to 16 threads. The times ascend; the n-th ends in n + 10.
std::vector<BenchRow> many_products() {
  std::vector<BenchRow> rows;
  for (int cell = 0; cell < 11; ++cell)
    for (const int threads : {1, 2, 4, 8, 16})
      for (const auto& [who, slow] : {std::pair{"polyfork", 1.0}, {"flint", 6.0}, {"ntl", 9.0}}) {
        // All of ours end at nearly the same height, so that their labels must be moved.
        const double speedup = slow == 1 ? threads - 0.001 * cell : 1 + (threads - 1) / slow;
        const std::string name = fmt::format("z_mul/{}/{}/{}", 64 << cell, cell + 10, who);
        rows.push_back({name, threads, slow * (cell + 1) / speedup, 0, 7, "", slow != 1});
      }
  return rows;
}

/// What no picture may lack, whatever it shows.
void expect_good_picture(const std::string& svg) {
  EXPECT_EQ(svg.rfind("<svg", 0), 0U);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_TRUE(has(svg, "@media (prefers-color-scheme: dark)"));
  EXPECT_FALSE(has(svg, "<rect"));  // the background is the reader's
  EXPECT_FALSE(has(svg, "nan"));
  EXPECT_FALSE(has(svg, "inf"));
  EXPECT_EQ(count_of(svg, "<g "), count_of(svg, "</g>"));
  const std::size_t ideal = count_of(svg, ">ideal<"), lines = count_of(svg, "<polyline");
  EXPECT_GE(lines, 1 + ideal);
  EXPECT_LE(lines, most_lines + ideal);

  const std::regex label(R"re(<text x="([0-9.]+)" y="([0-9.]+)"[^>]*class="label")re");
  std::vector<double> heights;
  for (std::sregex_iterator at(svg.begin(), svg.end(), label), end; at != end; ++at)
    heights.push_back(std::stod((*at)[2]));
  EXPECT_EQ(heights.size(), lines);
  std::sort(heights.begin(), heights.end());
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 15.8);
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
  EXPECT_DOUBLE_EQ(all[0].first_ms, 8.0);
  EXPECT_DOUBLE_EQ(all[0].last_ms, 2.5);
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

TEST(SpeedupPlot, APictureForEachSuite) {
  const auto pictures = speedup_pictures(sample(), {"T<1>", nullptr});
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[0].subject, "mul");
  EXPECT_EQ(pictures[1].subject, "roots");
  for (const auto& [subject, svg] : pictures) {
    expect_good_picture(svg);
    EXPECT_EQ(count_of(svg, "<polyline"), 2U);  // with the ideal one
    EXPECT_EQ(count_of(svg, "stroke-dasharray=\"6 5\""), 1U);
    EXPECT_TRUE(has(svg, "T&lt;1&gt;"));
    EXPECT_FALSE(has(svg, "left out"));
  }
  EXPECT_TRUE(has(pictures[0].svg, ">How much do more threads speed up mul?</text>"));
  EXPECT_EQ(count_of(pictures[0].svg, "<circle"), 3U);
  EXPECT_TRUE(has(pictures[1].svg, ">a&lt;b&amp;c 9</text>"));
  EXPECT_TRUE(speedup_pictures({}).empty());
}

TEST(SpeedupPlot, ThreeBenchmarksStandForManyBesidePeers) {
  const auto pictures = speedup_pictures(many_products());
  ASSERT_EQ(pictures.size(), 1U);
  const std::string& svg = pictures[0].svg;
  expect_good_picture(svg);
  EXPECT_EQ(count_of(svg, "<polyline"), 7U);
  for (const std::string cell : {"65536/20", "2048/15", "64/10"}) {  // the longest, the median, the shortest
    EXPECT_TRUE(has(svg, ">" + cell + " Polyfork</text>")) << cell;
    EXPECT_TRUE(has(svg, ">" + cell + " FLINT</text>")) << cell;  // faster than NTL
  }
  EXPECT_EQ(count_of(svg, "class=\"peer\""), 3U);
  EXPECT_TRUE(has(words_of(svg), "The longest, the median and the shortest of 11 benchmarks"));
  EXPECT_TRUE(has(words_of(svg), "27 of 33 lines"));
  EXPECT_TRUE(has(words_of(svg), "z_mul/64/10/ntl, "));          // in the caption
  EXPECT_TRUE(has(words_of(svg), " z_mul/32768/19/polyfork;"));  // in <desc>
  EXPECT_FALSE(has(svg, "z_mul/65536/20/flint"));
  EXPECT_EQ(speedup_pictures(many_products())[0].svg, svg);
}

TEST(SpeedupPlot, BenchmarksFromTheLongestToTheShortestWithoutPeers) {
  std::vector<BenchRow> rows;
  for (int cell = 1; cell <= 11; ++cell)
    for (const std::string who : {"auto", "classical"})
      for (const int threads : {1, 24})
        rows.push_back({fmt::format("z_mul/{}/64/{}", cell, who), threads, 1.0 * cell / threads, 0, 1, ""});
  const std::string svg = speedup_pictures(rows)[0].svg;
  expect_good_picture(svg);
  EXPECT_EQ(count_of(svg, "<polyline"), 7U);
  for (const std::string label : {">11/64<", ">9/64<", ">7/64<", ">5/64<", ">3/64<", ">1/64<"})
    EXPECT_TRUE(has(svg, label)) << label;
  EXPECT_TRUE(has(words_of(svg), "automatic choice"));
  EXPECT_TRUE(has(words_of(svg), "16 of 22 lines are left out"));
  EXPECT_TRUE(has(svg, ">24</text>"));  // no power of two, but the most threads
}

TEST(SpeedupPlot, SelectedLinesAreDrawnAndTheOthersCounted) {
  const auto selected = [](const std::string& line) { return line.ends_with("/18/ntl") || line.ends_with("/11/ntl"); };
  const std::string svg = speedup_pictures(many_products(), {"", selected})[0].svg;
  expect_good_picture(svg);
  EXPECT_EQ(count_of(svg, "<polyline"), 3U);
  EXPECT_TRUE(has(svg, ">128/11</text>"));  // they share NTL
  EXPECT_TRUE(has(words_of(svg), "All lines: NTL."));
  EXPECT_TRUE(has(words_of(svg), "31 of 33 lines are left out"));
  EXPECT_TRUE(speedup_pictures(many_products(), {"", [](const std::string&) { return false; }}).empty());
}

TEST(SpeedupPlot, FilesAreNamedAfterTheirSubjects) {
  using Files = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(picture_files("d/a.svg", {{"x", "1"}}, ""), (Files{{"d/a.svg", "1"}}));
  EXPECT_EQ(picture_files("d/a.svg", {{"x", "1"}, {"y", "2"}, {"x", "3"}}, ""),
            (Files{{"d/a-x.svg", "1"}, {"d/a-y.svg", "2"}, {"d/a-x_.svg", "3"}}));
  const Files nothing = picture_files("a.svg", {}, "no <benchmark>");
  ASSERT_EQ(nothing.size(), 1U);
  EXPECT_TRUE(has(nothing[0].second, ">no &lt;benchmark&gt;</text>"));
  EXPECT_EQ(file_part("BM_a<b>/N"), "BM_a-b--N");
}

TEST(SizePlot, PicturesOfEqualAndOfFixedBits) {
  const std::vector<BenchRow> rows = {
      {"z_mul/64/64/polyfork", 1, 1.0, 0, 0, ""},      {"z_mul/128/128/polyfork", 1, 4.0, 0, 0, ""},
      {"z_mul/128/128/flint", 1, 9.0, 0, 0, "", true}, {"z_mul/256/64/polyfork", 1, 2.0, 0, 0, ""},
      {"z_mul/256/64/polyfork", 4, 1.5, 0, 0, ""},     {"roots/chebyshev/64", 1, 3.0, 0, 0, ""}};  // no who
  const auto pictures = size_pictures(rows, {"times", nullptr});
  ASSERT_EQ(pictures.size(), 2U);  // there is one length only of 128 bits
  for (const auto& [subject, svg] : pictures) {
    expect_good_picture(svg);
    EXPECT_EQ(count_of(svg, "<polyline"), 2U);
    EXPECT_TRUE(has(svg, ">coefficients</text>"));
  }
  EXPECT_EQ(pictures[0].subject, "z_mul-N-64");
  EXPECT_TRUE(has(pictures[0].svg, ">64 bits. times</text>"));
  EXPECT_TRUE(has(pictures[0].svg, ">Polyfork, 4 threads</text>"));
  EXPECT_EQ(pictures[1].subject, "z_mul-N-N");
  EXPECT_TRUE(has(pictures[1].svg, ">As many bits as coefficients. times</text>"));
  EXPECT_TRUE(has(pictures[1].svg, ">milliseconds, 1 thread</text>"));
  EXPECT_TRUE(has(pictures[1].svg, ">FLINT</text>"));
}

TEST(SizePlot, PicturesOfFamiliesAndModuli) {
  const auto pictures = size_pictures({{"roots/bnd/64/polyfork", 1, 1.0, 0, 0, ""},
                                       {"roots/bnd/128/polyfork", 1, 4.0, 0, 0, ""},
                                       {"roots/cnd/64/polyfork", 1, 4.0, 0, 0, ""},
                                       {"roots_width/exp/64/pari", 1, 4.0, 0, 0, ""},
                                       {"roots_width/exp/65/pari", 1, 4.0, 0, 0, "", true},
                                       {"zp_mul/7/64/auto", 1, 4.0, 0, 0, ""},
                                       {"zp_mul/7/128/auto", 1, 9.0, 0, 0, ""}});
  ASSERT_EQ(pictures.size(), 3U);  // cnd has one degree only
  for (const auto& [subject, svg] : pictures) expect_good_picture(svg);
  EXPECT_EQ(pictures[0].subject, "roots-bnd-N");
  EXPECT_TRUE(has(pictures[0].svg, ">degree</text>"));
  EXPECT_EQ(pictures[1].subject, "roots_width-exp-N");
  EXPECT_TRUE(has(pictures[1].svg, ">coefficients</text>"));
  EXPECT_EQ(pictures[2].subject, "zp_mul-7-N");
  EXPECT_TRUE(has(pictures[2].svg, ">Modulo 7</text>"));
}

TEST(SizePlot, FewestAndMostThreadsOfTheFastest) {
  std::vector<BenchRow> rows;
  for (const double size : {64, 128, 256})
    for (const int threads : {1, 2, 16})
      for (const auto& [who, slow] : {std::pair{"gmp", 7}, {"polyfork", 1}, {"flint", 2}, {"ntl", 3}})
        rows.push_back(
            {fmt::format("z_mul/{0}/{0}/{1}", size, who), threads, slow * size / threads, 0, 1, "", slow > 1});
  const auto pictures = size_pictures(rows);
  ASSERT_EQ(pictures.size(), 1U);
  const std::string& svg = pictures[0].svg;
  expect_good_picture(svg);
  EXPECT_EQ(count_of(svg, "<polyline"), 6U);
  for (const std::string who : {"Polyfork", "FLINT", "NTL"})
    for (const std::string threads : {"1 thread", "16 threads"})
      EXPECT_TRUE(has(svg, ">" + who + ", " + threads + "</text>")) << who << threads;
  EXPECT_TRUE(has(words_of(svg), "6 of 12 lines are left out"));
  EXPECT_TRUE(has(words_of(svg), "z_mul/N/N/gmp/threads:1"));
  EXPECT_EQ(size_pictures(rows)[0].svg, svg);
  const auto flint = [](const std::string& line) { return line == "z_mul/N/N/flint/threads:2"; };
  EXPECT_TRUE(has(words_of(size_pictures(rows, {"", flint})[0].svg), "11 of 12 lines are left out"));
}

TEST(LinePlot, AnyNumbers) {
  LinePlot plot;
  plot.question = "?";
  plot.x_title = "x";
  plot.y_title = "y";
  plot.lines = {{std::string(200, 'w'), false, {{3, 1}}}, {"tiny", true, {{3, 1e-90}, {3, 1e90}}}};
  expect_good_picture(line_plot_svg(plot));
  EXPECT_FALSE(plottable(0));
  EXPECT_FALSE(plottable(-1));
  EXPECT_FALSE(plottable(1e300 * 1e300));
}

TEST(LinePlot, Ticks) {
  using Values = std::vector<double>;
  const auto ticks = [](double low, double high, TickBase base, double distance) {
    return LogAxis({low, high}, 0, 400).ticks(base, distance);
  };
  EXPECT_EQ(ticks(1, 24, TickBase::two, 40), (Values{1, 2, 4, 8, 16, 24}));
  EXPECT_EQ(ticks(1, 24, TickBase::two, 100), (Values{1, 4, 16}));
  EXPECT_EQ(ticks(20, 30, TickBase::two, 40), (Values{20, 30}));
  EXPECT_EQ(ticks(0.5, 20, TickBase::ten, 20), (Values{0.5, 1, 2, 5, 10, 20}));
  EXPECT_EQ(ticks(1, 1e4, TickBase::ten, 40), (Values{1, 10, 100, 1000, 10000}));
  const AxisRange range = AxisRange{3, 60}.widened(TickBase::ten);
  EXPECT_DOUBLE_EQ(range.low, 2);
  EXPECT_DOUBLE_EQ(range.high, 100);
  EXPECT_EQ(tick_label(0.0625) + " " + tick_label(1024) + " " + tick_label(1048576), "0.0625 1024 1\u2009048\u2009576");
}

TEST(LinePlot, Texts) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("a bb  ccc d", 4), (Lines{"a bb", "ccc", "d"}));
  EXPECT_EQ(wrapped("", 4), Lines{});
  EXPECT_EQ(shortened("1−2−3", 5), "1−2−3");
  EXPECT_EQ(shortened("1−2−3", 4), "1−2…");
  EXPECT_EQ(listed({"a", "b", "c"}, 7), "a, b, c");
  EXPECT_EQ(listed({"a", "b", "c"}, 6), "a, b and 1 more");
}

TEST(LinePlot, PlacesAreSpreadOut) {
  using Places = std::vector<double>;
  EXPECT_EQ(spread_out({}, 10, 0, 100), Places{});
  EXPECT_EQ(spread_out({50, 20, 80}, 10, 0, 100), (Places{50, 20, 80}));         // far enough apart
  EXPECT_EQ(spread_out({52, 50, 48}, 10, 0, 100), (Places{60, 50, 40}));         // about their mean, in their order
  EXPECT_EQ(spread_out({1, 0, 100, 99}, 10, 0, 100), (Places{10, 0, 100, 90}));  // not beyond the ends
  EXPECT_EQ(spread_out({5, 5}, 10, 0, 4), (Places{0, 10}));                      // no room for both
}

}  // namespace
}  // namespace polyfork_app
