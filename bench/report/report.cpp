// From the JSON files of the benchmarks to tables and pictures:
//   polyfork_report FILE.json... [--csv FILE] [--markdown FILE] [--svg FILE] [--size-svg FILE] [--title TEXT]
// Reads google-benchmark's format (bench_*, polyfork bench) and that of compare_*. The names of google-benchmark's
// aggregates (mean, median, ...) are left out except the median.
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "markdown_table.hpp"
#include "plot/speedup_plot.hpp"

namespace {

using nlohmann::json;
using polyfork_app::BenchRow;

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
    row.cpu_ms = entry.at("cpu_time").get<double>() * unit;
    row.iterations = entry.value("iterations", std::size_t{0});
    row.label = entry.value("label", "");
    rows.push_back(std::move(row));
  }
}

/// The cells of a compare program: one row for us per cell, one for every peer.
void read_cells(const json& list, std::vector<BenchRow>& rows) {
  std::string last;
  for (const json& entry : list) {
    const auto cell = entry.at("cell").get<std::string>();
    BenchRow row;
    row.threads = entry.value("threads", 1);
    if (cell != last && !entry.value("ours_stopped", false)) {
      row.name = cell + "/polyfork";
      row.median_ms = entry.at("ours_ms").get<double>();
      row.iterations = entry.value("ours_runs", std::size_t{0});
      rows.push_back(row);
    }
    last = cell;
    if (!entry.contains("peer") || entry.value("peer_stopped", false)) continue;
    row.name = cell + '/' + entry.at("peer").get<std::string>();
    row.median_ms = entry.at("peer_ms").get<double>();
    row.iterations = entry.value("peer_runs", std::size_t{0});
    rows.push_back(row);
  }
}

struct Results {
  std::vector<BenchRow> rows;
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

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Tables and speed-up plots from benchmark results");
  std::vector<std::string> files;
  std::string csv, markdown, svg, size_svg, title;
  app.add_option("files", files, "JSON files of bench_*, polyfork bench and compare_*")->required();
  app.add_option("--csv", csv, "Write a table to this file (default, without another output: standard output)");
  app.add_option("--markdown", markdown, "Write the cells of compare programs beside their peers to this file");
  app.add_option("--svg", svg, "Write the speed-up against threads to this file");
  app.add_option("--size-svg", size_svg,
                 "Write the time against the size N, of benchmarks named suite/N/B/who or suite/FAMILY/N/who");
  app.add_option("--title", title, "The title of the picture");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    const auto [rows, cells] = read_files(files);
    if (!csv.empty()) write_file(csv, polyfork_app::to_csv(rows));
    if (!markdown.empty()) write_file(markdown, polyfork_report::markdown_tables(cells));
    if (!svg.empty()) write_file(svg, polyfork_app::speedup_svg(rows, title.empty() ? "Speed-up" : title));
    if (!size_svg.empty()) write_file(size_svg, polyfork_app::size_svg(rows, title.empty() ? "Time" : title));
    if (csv.empty() && markdown.empty() && svg.empty() && size_svg.empty())
      fmt::print("{}", polyfork_app::to_csv(rows));
  } catch (const std::exception& e) {
    fmt::print(stderr, "polyfork_report: {}\n", e.what());
    return 1;
  }
  return 0;
}
