// Tables and pictures of measured run times: CSV, and speed-up against threads as an SVG.
//
// The picture has panels: logarithmic axes, one line per benchmark, a legend, for speed-ups the ideal line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polyfork_app {

/// One measured benchmark, as a line of the JSON and CSV files.
struct BenchRow {
  std::string name;  ///< "suite/arguments/algorithm", without the threads
  int threads = 1;
  double median_ms = 0;
  double cpu_ms = 0;  ///< processor time of all threads per run
  std::size_t iterations = 0;
  std::string label;  ///< what the dispatcher chose, where it had a choice

  /// The text before the first slash.
  std::string suite() const { return name.substr(0, name.find('/')); }
  /// "name/threads:N".
  std::string full_name() const { return name + "/threads:" + std::to_string(threads); }
};

/// Splits "name/threads:N[/anything]"; threads is 1 when the name does not say.
void split_benchmark_name(std::string_view full_name, std::string& name, int& threads);

/// The speed-ups of one benchmark, ascending in threads, relative to its run with the fewest threads.
struct SpeedupSeries {
  struct Point {
    int threads;
    double speedup;
  };
  std::string name;
  std::vector<Point> points;
};

/// One series per benchmark that ran on at least two thread counts, in order of appearance. The run with the fewest
/// threads, t, counts as speed-up t when t > 1, so that the ideal line stays the diagonal.
std::vector<SpeedupSeries> speedup_series(const std::vector<BenchRow>& rows);

/// "name,threads,median_ms,cpu_ms,iterations,speedup,label" and a line per row.
std::string to_csv(const std::vector<BenchRow>& rows);

/// The picture; one panel per suite. Well-formed for any input, also for none.
std::string speedup_svg(const std::vector<BenchRow>& rows, std::string_view title);

/// Times against the length N of benchmarks named "suite/N/B/who": for each suite a panel of those with N = B, and one
/// for each B that has several lengths. Of those named "suite/FAMILY/N/who": a panel for each family. A line for each
/// who and number of threads.
std::string size_svg(const std::vector<BenchRow>& rows, std::string_view title);

}  // namespace polyfork_app
