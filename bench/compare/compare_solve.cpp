// compare_solve: real solutions of classical systems by the commands polyfork and, where it is found, msolve.
//
// usage: compare_solve [--polyfork COMMAND] [--msolve COMMAND] [--runs N] [--filter REGEX] [FILE...]
//
// Whole processes are timed, by turns, on one thread, with boxes at most 2^-128 wide on both sides; a line per system:
// `name ours_s msolve_s ratio ours_count msolve_count ours_cpu_s msolve_cpu_s ours_KiB msolve_KiB`, medians of wall and
// processor time and of the most resident memory. FILEs, in msolve's format, are added to the built-in systems.
// Exit code 1 where a command fails or the boxes of the two do not meet one by one, 2 for a usage error.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "run_command.hpp"
#include "solution_boxes.hpp"
#include "solve_systems.hpp"

namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::size_t median(std::vector<std::size_t> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Contender {
  std::string command;  // with a place for the input and one for the output
  std::vector<double> seconds{};
  std::vector<double> processor_seconds{};
  std::vector<std::size_t> kibibytes{};
  std::vector<polyfork_bench::SolutionBox> boxes{};
};

/// False where a command fails.
bool run_once(Contender& c, const std::filesystem::path& in, const std::filesystem::path& out) {
  const auto run = polyfork_bench::run_command(fmt::format(fmt::runtime(c.command), in.string(), out.string()));
  if (!run) return false;
  c.seconds.push_back(run->seconds);
  c.processor_seconds.push_back(run->processor_seconds);
  c.kibibytes.push_back(run->most_kibibytes);
  c.boxes = polyfork_bench::solution_boxes(read_file(out));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Real solutions of systems by the commands polyfork and msolve");
  std::string ours = (std::filesystem::path(argv[0]).parent_path() / "../../apps/polyfork").string();
  std::string msolve = std::system("command -v msolve > /dev/null 2>&1") == 0 ? "msolve" : "";
  std::string filter = ".*";
  std::vector<std::string> files;
  int runs = 7;
  app.add_option("--polyfork", ours, "Our command")->capture_default_str();
  app.add_option("--msolve", msolve, "The command msolve, if it is not on the path");
  app.add_option("--runs", runs, "Runs of each command")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--filter", filter, "Systems whose names this expression matches");
  app.add_option("files", files, "More systems, in msolve's format");
  CLI11_PARSE(app, argc, argv);

  std::vector<polyfork_bench::System> systems = polyfork_bench::classical_systems();
  for (const std::string& file : files) systems.push_back({std::filesystem::path(file).stem(), read_file(file)});

  const std::string pattern = std::filesystem::temp_directory_path() / "polyfork-solve-XXXXXX";
  std::string directory = pattern;
  if (::mkdtemp(directory.data()) == nullptr) return 1;
  const std::filesystem::path in = std::filesystem::path(directory) / "in.ms";
  const std::filesystem::path out = std::filesystem::path(directory) / "out";
  bool right = true;
  std::cout << "# system ours_s msolve_s ratio ours_count msolve_count ours_cpu_s msolve_cpu_s ours_KiB msolve_KiB; "
            << (msolve.empty() ? "msolve was not found" : msolve) << '\n';
  for (const polyfork_bench::System& system : systems) {
    if (!std::regex_search(system.name, std::regex(filter))) continue;
    std::ofstream(in) << system.text;
    Contender a{"'" + ours +
                "' solve -t 1 --width 1/340282366920938463463374607431768211456 --output msolve '{}' > '{}'"};
    Contender b{"'" + msolve + "' -t 1 -p 128 -f '{}' -o '{}'"};
    for (int run = 0; run < runs && right; ++run) {
      right = run_once(a, in, out) && right;
      if (!msolve.empty()) right = run_once(b, in, out) && right;
    }
    if (!right || a.seconds.empty()) {
      std::cout << system.name << " failed\n";
      break;
    }
    const double mine = median(a.seconds);
    if (!b.seconds.empty()) {
      const double theirs = median(b.seconds);
      const bool same = polyfork_bench::boxes_agree(a.boxes, b.boxes);
      std::cout << fmt::format("{} {:.4f} {:.4f} {:.2f} {} {} {:.4f} {:.4f} {} {}{}\n", system.name, mine, theirs,
                               theirs / mine, a.boxes.size(), b.boxes.size(), median(a.processor_seconds),
                               median(b.processor_seconds), median(a.kibibytes), median(b.kibibytes),
                               same ? "" : " other boxes")
                << std::flush;
      right = right && same;
    } else {
      std::cout << fmt::format("{} {:.4f} - - {} - {:.4f} - {} -\n", system.name, mine, a.boxes.size(),
                               median(a.processor_seconds), median(a.kibibytes))
                << std::flush;
    }
  }
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  return right ? 0 : 1;
}
