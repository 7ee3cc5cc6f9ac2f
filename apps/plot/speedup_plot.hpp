// Tables and pictures of measured run times: CSV, and speed-up against threads as SVG.
//
// A picture answers one question, so there is one for each suite. It has most_lines lines at most; which ones, and how
// many are left out, its caption says.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
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
  bool peer = false;  ///< another library ran it; the name ends in "/" and that library's

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
  bool peer = false;
  double first_ms = 0, last_ms = 0;  ///< the times on the fewest and on the most threads
};

/// One series per benchmark that ran on at least two thread counts, in order of appearance. The run with the fewest
/// threads, t, counts as speed-up t when t > 1, so that the ideal line stays the diagonal.
std::vector<SpeedupSeries> speedup_series(const std::vector<BenchRow>& rows);

/// "name,threads,median_ms,cpu_ms,iterations,speedup,label" and a line per row.
std::string to_csv(const std::vector<BenchRow>& rows);

struct Picture {
  std::string subject;  ///< what it is of, fit for a file's name
  std::string svg;
};

/// A size at which something changes for the benchmarks of a group, which has the letter N in place of the size.
struct SizeMark {
  std::string group, label;
  double size = 0;
};

struct PictureOptions {
  std::string subtitle;                                   ///< such as the machine
  std::function<bool(const std::string& line)> selected;  ///< which lines may be drawn; none: all
  std::vector<SizeMark> marks = {};                       ///< for pictures of times against the size
};

/// A picture for each suite with a series, in order of appearance. The lines are named as the benchmarks are. Where
/// more than most_lines are selected, these stand for them:
/// - what the dispatcher chose, not algorithms that were asked for by name;
/// - beside other libraries the longest, the median and the shortest benchmark by our time on the fewest threads, each
///   with the library that is fastest there on its most threads;
/// - without other libraries most_lines benchmarks, evenly from the longest to the shortest.
std::vector<Picture> speedup_pictures(const std::vector<BenchRow>& rows, const PictureOptions& options = {});

/// Where to write pictures that go to `file`: there if it is one, else "NAME-subject.ENDING" for each. Without any, one
/// that says `nothing`.
std::vector<std::pair<std::string, std::string>> picture_files(const std::string& file, std::vector<Picture> pictures,
                                                               std::string_view nothing);

}  // namespace polyfork_app
