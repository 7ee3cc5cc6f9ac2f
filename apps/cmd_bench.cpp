// polyfork bench: run times of every operation of the library on this machine. Prints a table on stdout, writes
// bench.json, bench.csv and speedup.svg when all is measured.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/convert.hpp>
#include <polyfork/poly/families.hpp>
#include <polyfork/poly/gcd.hpp>
#include <polyfork/poly/io.hpp>
#include <polyfork/poly/multiplication.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/version.hpp>

#include "commands.hpp"
#include "exit_code.hpp"
#include "input_error.hpp"
#include "option_values.hpp"
#include "speedup_plot.hpp"

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
};

/// A benchmark with its input made; run(ctx) is what is timed.
struct PreparedCase {
  std::function<void(const ExecutionContext&)> run;
  std::string label;
};

/// A benchmark by name; its input is made when it is its turn.
struct BenchCase {
  std::string name;  ///< "suite/arguments/algorithm"
  std::function<PreparedCase(const ExecutionContext&)> prepare;
};

PolyZ random_poly(std::size_t length, std::size_t bits, std::uint64_t seed, const ExecutionContext& ctx) {
  return make_family(Family::random, length - 1, {.bits = bits, .seed = seed}, ctx);
}

/// The dispatcher's choice and every algorithm that it expects to be at most this many times slower.
constexpr double hopeless_factor = 20;

std::vector<MulAlgorithm> hopeful_algorithms(const std::vector<MulPlan>& candidates) {
  std::vector<MulAlgorithm> algorithms;
  for (const MulPlan& plan : candidates)
    if (plan.predicted_seconds <= hopeless_factor * candidates.front().predicted_seconds)
      algorithms.push_back(plan.algorithm);
  return algorithms;
}

void add_z_mul(std::vector<BenchCase>& cases, std::size_t length, std::size_t bits) {
  const std::string name = fmt::format("z_mul/{}/{}/", length, bits);
  const MulShape shape{length, length, bits, bits, false};
  const auto operands = [length, bits](const ExecutionContext& ctx) {
    return std::make_shared<std::pair<PolyZ, PolyZ>>(random_poly(length, bits, 1, ctx),
                                                     random_poly(length, bits, 2, ctx));
  };
  cases.push_back({name + "auto", [=](const ExecutionContext& ctx) {
                     const MulPlan plan =
                         plan_mul(shape, ctx.threads(), MemoryAccount::unlimited, ctx.tuning().section<MulTuning>());
                     return PreparedCase{
                         [ab = operands(ctx)](const ExecutionContext& c) { mul(ab->first, ab->second, c); },
                         std::string(mul_algorithm_name(plan.algorithm))};
                   }});
  for (const MulAlgorithm algorithm :
       hopeful_algorithms(plan_mul_candidates(shape, 1, MemoryAccount::unlimited, MulTuning{})))
    cases.push_back({name + std::string(mul_algorithm_name(algorithm)), [=](const ExecutionContext& ctx) {
                       return PreparedCase{[ab = operands(ctx), algorithm](const ExecutionContext& c) {
                                             mul_with(algorithm, ab->first.coefficients(), ab->second.coefficients(),
                                                      c);
                                           },
                                           ""};
                     }});
}

void add_zp_mul(std::vector<BenchCase>& cases, std::uint64_t p, std::size_t length) {
  const std::string name = fmt::format("zp_mul/{}/{}/", p, length);
  const std::size_t bits = static_cast<std::size_t>(std::bit_width(p - 1));
  const MulShape shape{length, length, bits, bits, false};
  const PrimeField field = PrimeField::trusted(p);
  const auto operands = [=](const ExecutionContext& ctx) {
    return std::make_shared<std::pair<PolyZp, PolyZp>>(reduce(random_poly(length, bits, 3, ctx), field, ctx),
                                                       reduce(random_poly(length, bits, 4, ctx), field, ctx));
  };
  cases.push_back({name + "auto", [=](const ExecutionContext& ctx) {
                     const MulPlan plan =
                         plan_mul_zp(shape, ctx.threads(), MemoryAccount::unlimited, ctx.tuning().section<MulTuning>());
                     return PreparedCase{
                         [ab = operands(ctx)](const ExecutionContext& c) { mul(ab->first, ab->second, c); },
                         std::string(mul_algorithm_name(plan.algorithm))};
                   }});
  for (const MulAlgorithm algorithm :
       hopeful_algorithms(plan_mul_zp_candidates(shape, 1, MemoryAccount::unlimited, MulTuning{})))
    cases.push_back({name + std::string(mul_algorithm_name(algorithm)), [=](const ExecutionContext& ctx) {
                       return PreparedCase{[ab = operands(ctx), field, algorithm](const ExecutionContext& c) {
                                             mul_with(algorithm, field, ab->first.coefficients(),
                                                      ab->second.coefficients(), c);
                                           },
                                           ""};
                     }});
}

void add_gcd(std::vector<BenchCase>& cases, std::size_t length, std::size_t bits) {
  cases.push_back(
      {fmt::format("z_gcd/{}/{}/auto", length, bits), [=](const ExecutionContext& ctx) {
         const auto factor = [&](std::uint64_t seed) { return random_poly(length / 2, bits / 2, seed, ctx); };
         const PolyZ g = factor(5);
         auto ab = std::make_shared<std::pair<PolyZ, PolyZ>>(mul(g, factor(6), ctx), mul(g, factor(7), ctx));
         return PreparedCase{[ab](const ExecutionContext& c) { gcd(ab->first, ab->second, c); }, ""};
       }});
}

void add_parse(std::vector<BenchCase>& cases, PolyFormat format, std::size_t digits) {
  constexpr std::size_t text_bytes = 4'000'000;
  cases.push_back(
      {fmt::format("parse/{}/{}/auto", poly_format_name(format), digits), [=](const ExecutionContext& ctx) {
         const auto bits = static_cast<std::size_t>(static_cast<double>(digits) * std::log2(10.0));
         const PolyZ f = random_poly(std::max<std::size_t>(text_bytes / digits, 2), bits, 8, ctx);
         auto text = std::make_shared<std::string>(format_poly(f, format, ctx));
         return PreparedCase{[text, format](const ExecutionContext& c) { parse_poly_z(*text, format, c); }, ""};
       }});
}

void add_roots(std::vector<BenchCase>& cases, Family family, std::size_t degree, IsolationMethod method) {
  cases.push_back(
      {fmt::format("roots/{}/{}/{}", family_name(family), degree, isolation_method_name(method)),
       [=](const ExecutionContext& ctx) {
         auto f = std::make_shared<PolyZ>(make_family(family, degree, {}, ctx));
         IsolationOptions options;
         options.method = method;
         return PreparedCase{[f, options](const ExecutionContext& c) { isolate_real_roots(*f, options, c); }, ""};
       }});
}

std::vector<BenchCase> all_cases() {
  std::vector<BenchCase> cases;
  for (const auto& [length, bits] : {std::pair<std::size_t, std::size_t>{64, 64},
                                     {256, 256},
                                     {1024, 1024},
                                     {4096, 4096},
                                     {16384, 64},
                                     {65536, 64},
                                     {64, 100000}})
    add_z_mul(cases, length, bits);
  for (const std::uint64_t p : {std::uint64_t{2013265921}, std::uint64_t{1108307720798209}})
    for (const std::size_t length : {std::size_t{1} << 10, std::size_t{1} << 14, std::size_t{1} << 18})
      add_zp_mul(cases, p, length);
  add_gcd(cases, 256, 256);
  add_gcd(cases, 1024, 256);
  for (const std::size_t digits : {100, 10'000})
    for (const PolyFormat format : {PolyFormat::coeffs, PolyFormat::infix, PolyFormat::flint})
      add_parse(cases, format, digits);
  for (const auto& [family, degree] : {std::pair<Family, std::size_t>{Family::chebyshev, 64},
                                       {Family::chebyshev, 256},
                                       {Family::laguerre, 256},
                                       {Family::wilkinson, 256},
                                       {Family::mignotte, 128},
                                       {Family::random, 256},
                                       {Family::cnd, 1024}})
    for (const IsolationMethod method : {IsolationMethod::automatic, IsolationMethod::vca})
      add_roots(cases, family, degree, method);
  return cases;
}

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

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw std::runtime_error("cannot write " + path.string());
  fmt::print("{}\n", path.string());
}

int run_bench(const BenchOptions& options, const Interruption& interruption) {
  const std::vector<int> counts = options.threads.empty() ? default_thread_counts() : options.threads;
  std::optional<std::regex> wanted;
  if (!options.suite.empty()) wanted.emplace(options.suite);
  std::vector<BenchCase> cases = all_cases();
  std::erase_if(cases, [&](const BenchCase& c) { return wanted && !std::regex_search(c.name, *wanted); });
  if (options.list) {
    for (const BenchCase& c : cases) fmt::print("{}\n", c.name);
    return exit_ok;
  }
  if (cases.empty())
    throw InputError(fmt::format("no benchmark matches '{}'; --list shows their names", options.suite));
  std::filesystem::create_directories(options.out);

  std::vector<BenchRow> rows;
  fmt::print("{:<44} {:>7} {:>12} {:>9}  {}\n", "benchmark", "threads", "median ms", "speed-up", "chosen");
  for (const BenchCase& c : cases) {
    double base = 0;
    for (const int threads : counts) {
      const ExecutionContext ctx = ExecutionContext().with_threads(threads).with_stop_token(interruption.token());
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
  write_file(out / "bench.json", to_json(rows).dump(2) + "\n");
  write_file(out / "bench.csv", to_csv(rows));
  write_file(out / "speedup.svg",
             speedup_svg(rows, fmt::format("Polyfork {}: speed-up, {}", version_string(), cpu_model())));
  return exit_ok;
}

}  // namespace

void add_bench_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* bench = app.add_subcommand("bench", "Time every operation and algorithm on this machine");
  add_whole_numbers(*bench, "--threads", options->threads, "Thread counts, such as 1,2,4 (default: 1, 2, 4, ... all)",
                    1, 1024);
  bench->add_option("--suite", options->suite, "Run the benchmarks whose name this regular expression matches")
      ->check([](const std::string& text) {
        try {
          const std::regex test(text);
          return std::string();
        } catch (const std::regex_error& e) {
          return std::string("not a regular expression: ") + e.what();
        }
      });
  bench->add_option("--out", options->out, "Directory for bench.json, bench.csv and speedup.svg")
      ->capture_default_str();
  add_seconds(*bench, "--min-time", "Repeat each benchmark for at least so many seconds", 0, 1e6,
              [options](double seconds) { options->min_time = seconds; })
      ->default_str(fmt::format("{}", options->min_time));
  bench->add_flag("--list", options->list, "Print the names and stop");
  bench->callback([options, &action] {
    action = [options](Interruption& interruption) { return run_bench(*options, interruption); };
  });
}

}  // namespace polyfork_app
