// From the JSON files of the benchmarks to tables and pictures:
//   polyfork_report FILE.json... [--csv FILE] [--markdown FILE] [--svg FILE] [--size-svg FILE] [--series REGEX]
//                   [--title TEXT]
// Reads google-benchmark's format (bench_*, polyfork bench) and that of compare_*. The names of google-benchmark's
// aggregates (mean, median, ...) are left out except the median.
//
// Each picture answers one question. Where there are several, as with several suites, their names go into the files'
// names: --svg speedup.svg writes speedup-z_mul.svg and speedup-taylor_shift.svg.
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "markdown_table.hpp"
#include "plot/line_plot_sizes.hpp"
#include "plot/speedup_plot.hpp"

namespace {

using nlohmann::json;
using polyfork_app::BenchRow;
using polyfork_app::Picture;
using polyfork_app::PictureOptions;
using polyfork_app::SizeMark;

struct ReportOptions {
  std::vector<std::string> files;
  std::string csv, markdown, svg, size_svg;  ///< files to write; empty: not wanted
  std::string series;                        ///< regular expression on the names of lines; empty: all
  std::string title;
};

double milliseconds_per(const std::string& unit) {
  if (unit == "ns") return 1e-6;
  if (unit == "us") return 1e-3;
  if (unit == "ms") return 1;
  if (unit == "s") return 1e3;
  throw std::runtime_error("unknown time unit: " + unit);
}

/// The rows of google-benchmark's list. Where repetitions were aggregated, the median stands for them.
void read_benchmarks(const json& list, std::vector<BenchRow>& rows) {
  bool has_medians = false;
  for (const json& entry : list) has_medians = has_medians || entry.value("aggregate_name", "") == "median";
  for (const json& entry : list) {
    if (entry.value("aggregate_name", "") != (has_medians ? "median" : "")) continue;
    if (entry.value("error_occurred", false)) continue;
    const double unit = milliseconds_per(entry.value("time_unit", "ns"));
    BenchRow row;
    polyfork_app::split_benchmark_name(entry.value("run_name", entry.at("name").get<std::string>()), row.name,
                                       row.threads);
    row.median_ms = entry.at("real_time").get<double>() * unit;
    row.cpu_ms = entry.value("cpu_time", 0.0) * unit;
    row.iterations = entry.value("iterations", std::size_t{0});
    row.label = entry.value("label", "");
    rows.push_back(std::move(row));
  }
}

/// The cells of a compare program: one row for us per cell and number of threads, one for every peer.
void read_cells(const json& list, std::vector<BenchRow>& rows) {
  std::pair<std::string, int> last;
  for (const json& entry : list) {
    const auto cell = entry.at("cell").get<std::string>();
    BenchRow row;
    row.threads = entry.value("threads", 1);
    if (last != std::pair(cell, row.threads) && !entry.value("ours_stopped", false)) {
      row.name = cell + "/polyfork";
      row.median_ms = entry.at("ours_ms").get<double>();
      row.iterations = entry.value("ours_runs", std::size_t{0});
      rows.push_back(row);
    }
    last = {cell, row.threads};
    if (!entry.contains("peer") || entry.value("peer_stopped", false)) continue;
    row.peer = true;
    row.name = cell + '/' + entry.at("peer").get<std::string>();
    row.median_ms = entry.at("peer_ms").get<double>();
    row.iterations = entry.value("peer_runs", std::size_t{0});
    rows.push_back(row);
  }
}

/// The sizes from which on a device is chosen, as bench_gpu --sizes writes them.
void read_crossovers(const json& list, std::vector<SizeMark>& marks) {
  for (const json& entry : list) {
    const int threads = entry.at("threads").get<int>();
    marks.push_back({entry.at("group").get<std::string>(),
                     fmt::format("device chosen, {} thread{}", threads, threads == 1 ? "" : "s"),
                     entry.at("size").get<double>()});
  }
}

struct Results {
  std::vector<BenchRow> rows;
  std::vector<SizeMark> marks;
  std::vector<json> cells;  ///< of compare programs
};

Results read_files(const std::vector<std::string>& files) {
  Results results;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file);
    const json document = json::parse(in);
    if (document.contains("benchmarks")) {
      read_benchmarks(document.at("benchmarks"), results.rows);
      if (document.contains("crossovers")) read_crossovers(document.at("crossovers"), results.marks);
    } else {
      read_cells(document.at("cells"), results.rows);
      for (json cell : document.at("cells")) {
        cell["time"] = document.value("time", "wall");
        results.cells.push_back(std::move(cell));
      }
    }
  }
  return results;
}

void write_file(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw std::runtime_error("cannot write " + file);
}

void write_pictures(const std::string& file, std::vector<Picture> pictures, const std::string& series,
                    const std::string& nothing) {
  if (file.empty()) return;
  if (pictures.empty() && !series.empty()) throw std::runtime_error("no line has a name that matches " + series);
  for (const auto& [path, svg] : polyfork_app::picture_files(file, std::move(pictures), nothing)) write_file(path, svg);
}

void write_report(const ReportOptions& options) {
  const auto [rows, marks, cells] = read_files(options.files);
  if (!options.csv.empty()) write_file(options.csv, polyfork_app::to_csv(rows));
  if (!options.markdown.empty()) write_file(options.markdown, polyfork_report::markdown_tables(cells));

  PictureOptions pictures{options.title, nullptr, marks};
  if (!options.series.empty())
    pictures.selected = [wanted = std::regex(options.series)](const std::string& line) {
      return std::regex_search(line, wanted);
    };
  write_pictures(options.svg, polyfork_app::speedup_pictures(rows, pictures), options.series,
                 "No benchmark ran with two different numbers of threads.");
  write_pictures(options.size_svg, polyfork_app::size_pictures(rows, pictures), options.series,
                 "No benchmark ran with two different sizes.");

  const bool other_output =
      !options.csv.empty() || !options.markdown.empty() || !options.svg.empty() || !options.size_svg.empty();
  if (!other_output) fmt::print("{}", polyfork_app::to_csv(rows));
}

std::string check_regex(const std::string& text) {
  try {
    const std::regex test(text);
    return "";
  } catch (const std::regex_error& e) {
    return std::string("not a regular expression: ") + e.what();
  }
}

void add_options(CLI::App& app, ReportOptions& options) {
  app.add_option("files", options.files, "JSON files of bench_*, polyfork bench and compare_*")->required();
  app.add_option("--csv", options.csv, "Write a table to this file (default, without another output: standard output)");
  app.add_option("--markdown", options.markdown, "Write the cells of compare programs beside their peers to this file");
  app.add_option("--svg", options.svg,
                 "Write the speed-up against threads to this file; with several suites to NAME-SUITE.svg for each");
  app.add_option("--size-svg", options.size_svg,
                 "Write the time against the size N, of benchmarks named suite/N/B/who or suite/FAMILY/N/who, to this "
                 "file; with several B or families to NAME-GROUP.svg for each");
  app.add_option("--series", options.series,
                 "Draw the lines whose name this regular expression matches, at most six in a picture. The names are "
                 "those of the benchmarks, or suite/N/B/who/threads:T with the letter N for the size; what a picture "
                 "leaves out is named in its <desc>")
      ->check(check_regex);
  app.add_option("--title", options.title, "A line under the question that is a picture's title, such as the machine");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Tables and pictures from benchmark results");
  ReportOptions options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    write_report(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "polyfork_report: {}\n", e.what());
    return 1;
  }
  return 0;
}
