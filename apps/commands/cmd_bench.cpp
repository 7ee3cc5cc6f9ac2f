// polyfork bench: run times of every operation of the library on this machine. Prints a table on stdout, writes
// bench.json, bench.csv and speedup.svg, or speedup-SUITE.svg for each of several suites, when all is measured.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/version.hpp>

#include "commands/bench_cases.hpp"
#include "commands/commands.hpp"
#include "plot/speedup_plot.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {
namespace {

using namespace polyfork;

using Clock = std::chrono::steady_clock;

struct BenchOptions {
  std::vector<int> threads;            ///< empty: 1, 2, 4, ... and all available threads
  std::string suite;                   ///< regular expression on the names; empty: everything
  std::string out = "polyfork-bench";  ///< directory of the results, made if need be
  double min_time = 0.2;               ///< seconds that each benchmark is repeated for, at least
  bool list = false;                   ///< print the names only
  DeviceOptions devices;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double process_cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

/// Median of at least 7 runs, of 3 when one takes over 2 s, one run when it takes over 20 s; a first run that takes
/// less than that warms the caches and is not counted. Short operations are timed in batches of a millisecond.
BenchRow measure(const std::function<void(const ExecutionContext&)>& run, const ExecutionContext& ctx,
                 double min_time) {
  const auto time_batch = [&](std::size_t batch) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < batch; ++i) run(ctx);
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count() / static_cast<double>(batch);
  };
  double cpu = process_cpu_ms();
  const double first = time_batch(1);
  const std::size_t wanted = first > 20e3 ? 1 : first > 2e3 ? 3 : 7;
  const std::size_t batch = first >= 1 ? 1 : std::min<std::size_t>(10'000, static_cast<std::size_t>(1 / first) + 1);
  std::vector<double> times;
  double total = 0;
  if (wanted < 7)
    times.push_back(first);
  else
    cpu = process_cpu_ms();
  while (times.size() < wanted || (wanted == 7 && total < 1e3 * min_time)) {
    times.push_back(time_batch(batch));
    total += times.back() * static_cast<double>(batch);
  }
  BenchRow row;
  row.iterations = times.size() * batch;
  row.cpu_ms = (process_cpu_ms() - cpu) / static_cast<double>(row.iterations);
  row.median_ms = median(std::move(times));
  return row;
}

std::vector<int> default_thread_counts() {
  const int available = available_threads();
  std::vector<int> counts;
  for (int t = 1; t < available; t *= 2) counts.push_back(t);
  counts.push_back(available);
  return counts;
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown";
}

/// The layout of google-benchmark's --benchmark_format=json, so that its tools read the file.
nlohmann::ordered_json to_json(const std::vector<BenchRow>& rows) {
  nlohmann::ordered_json json;
  json["context"] = {{"date", fmt::format("{:%Y-%m-%dT%H:%M:%S+00:00}", fmt::gmtime(std::time(nullptr)))},
                     {"executable", "polyfork bench"},
                     {"num_cpus", available_threads()},
                     {"cpu_model", cpu_model()},
                     {"isa", isa_name(active_isa())},
                     {"polyfork_version", version_string()},
#ifdef NDEBUG
                     {"library_build_type", "release"}};
#else
                     {"library_build_type", "debug"}};
#endif
  json["benchmarks"] = nlohmann::ordered_json::array();
  for (const BenchRow& row : rows)
    json["benchmarks"].push_back({{"name", row.full_name()},
                                  {"run_name", row.full_name()},
                                  {"run_type", "iteration"},
                                  {"repetitions", 1},
                                  {"repetition_index", 0},
                                  {"threads", row.threads},
                                  {"iterations", row.iterations},
                                  {"real_time", row.median_ms},
                                  {"cpu_time", row.cpu_ms},
                                  {"time_unit", "ms"},
                                  {"label", row.label}});
  return json;
}

void write_result(const std::filesystem::path& path, const std::string& text) {
  write_file(path.string(), text);
  fmt::print("{}\n", path.string());
}

int run_bench(const BenchOptions& options, const Interruption& interruption) {
  const std::vector<int> counts = options.threads.empty() ? default_thread_counts() : options.threads;
  std::optional<std::regex> wanted;
  if (!options.suite.empty()) wanted.emplace(options.suite);
  std::vector<BenchCase> cases = bench_cases();
  std::erase_if(cases, [&](const BenchCase& c) { return wanted && !std::regex_search(c.name, *wanted); });
  if (options.list) {
    for (const BenchCase& c : cases) fmt::print("{}\n", c.name);
    return exit_ok;
  }
  if (cases.empty())
    throw InputError(fmt::format("no benchmark matches '{}'; --list shows their names", options.suite));
  const auto context_with = [&](int threads) {
    return options.devices.applied_to(ExecutionContext()).with_threads(threads).with_stop_token(interruption.token());
  };
  context_with(1);  // a device that is asked for and is not there is reported before any work
  std::filesystem::create_directories(options.out);

  std::vector<BenchRow> rows;
  fmt::print("{:<44} {:>7} {:>12} {:>9}  {}\n", "benchmark", "threads", "median ms", "speed-up", "chosen");
  for (const BenchCase& c : cases) {
    double base = 0;
    for (const int threads : counts) {
      const ExecutionContext ctx = context_with(threads);
      const PreparedCase prepared = c.prepare(ctx);
      BenchRow row = measure(prepared.run, ctx, options.min_time);
      row.name = c.name, row.threads = threads, row.label = prepared.label;
      if (base == 0) base = row.median_ms * counts.front();
      fmt::print("{:<44} {:>7} {:>12.4f} {:>9.2f}  {}\n", row.name, threads, row.median_ms, base / row.median_ms,
                 row.label);
      std::fflush(stdout);
      rows.push_back(std::move(row));
    }
  }
  const std::filesystem::path out = options.out;
  write_result(out / "bench.json", to_json(rows).dump(2) + "\n");
  write_result(out / "bench.csv", to_csv(rows));
  const std::string machine = fmt::format("Polyfork {} on {}", version_string(), cpu_model());
  for (const auto& [path, svg] :
       picture_files((out / "speedup.svg").string(), speedup_pictures(rows, {machine, nullptr}),
                     "No benchmark ran with two different numbers of threads."))
    write_result(path, svg);
  return exit_ok;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* bench = app.add_subcommand("bench", "Time every operation and algorithm on this machine");
  add_whole_numbers(*bench, "--threads", options->threads, "Thread counts, such as 1,2,4 (default: 1, 2, 4, ... all)",
                    1, most_threads);
  bench->add_option("--suite", options->suite, "Run the benchmarks whose name this regular expression matches")
      ->check([](const std::string& text) {
        try {
          const std::regex test(text);
          return std::string();
        } catch (const std::regex_error& e) {
          return std::string("not a regular expression: ") + e.what();
        }
      });
  bench->add_option("--out", options->out, "Directory for bench.json, bench.csv and speedup*.svg")
      ->capture_default_str();
  add_seconds(*bench, "--min-time", "Repeat each benchmark for at least so many seconds", 0, 1e6,
              [options](double seconds) { options->min_time = seconds; })
      ->default_str(fmt::format("{}", options->min_time));
  options->devices.add_to(*bench);
  bench->add_flag("--list", options->list, "Print the names and stop");
  bench->callback([options, &action] {
    action = [options](Interruption& interruption) { return run_bench(*options, interruption); };
  });
}

}  // namespace polyfork_app
