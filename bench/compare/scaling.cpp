#include "scaling.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>

#include "child.hpp"
#include "json_file.hpp"
#include "support/multiply_adds.hpp"

namespace polyfork_bench {
namespace {

constexpr double shortest_turn = 200;  // milliseconds: most of it with threads that are awake
constexpr std::size_t fewest_rounds = 9;
constexpr std::size_t most_rounds = 16;

/// The processors that one thread runs on, round by round: all that this process may use, or some of many.
std::vector<int> processors_in_turn() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> usable;
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &set)) usable.push_back(i);
  if (usable.empty()) usable.push_back(0);
  const std::size_t rounds = std::clamp(usable.size(), fewest_rounds, most_rounds);
  std::vector<int> turns;
  for (std::size_t i = 0; i < rounds; ++i)
    turns.push_back(usable.size() < rounds ? usable[i % usable.size()] : usable[i * usable.size() / rounds]);
  return turns;
}

/// Multiply-adds of some 25 ms in tasks of some 50 us, distributed as Polyfork's own are.
class Ceiling : public Workload {
 public:
  explicit Ceiling(int threads) : ctx_(polyfork::ExecutionContext().with_threads(threads)) {}
  void run() override {
    polyfork::parallel_for(ctx_, 512, 1, [this](std::size_t begin, std::size_t end) {
      for (; begin < end; ++begin) sum_ += loop_.run((std::int64_t{1} << 20) / loop_.per_round);
    });
  }
  std::uint64_t fingerprint() override { return 0; }

 private:
  polyfork::ExecutionContext ctx_;
  MultiplyAdds loop_ = best_multiply_adds();
  std::atomic<std::uint64_t> sum_{0};
};

/// One kind of work on one number of threads.
class Turn {
 public:
  explicit Turn(const std::function<std::unique_ptr<Workload>()>& make, const CompareOptions& options)
      : limit_(options.stop_after), runner_(make) {
    runner_.run(1, limit_);  // makes tables
    batch_ = batch_for(runner_.run(1, limit_).milliseconds, std::max(options.batch, shortest_turn));
  }
  void take() {
    const ChildRunner::Sample sample = runner_.run(batch_, limit_);
    if (sample.status == ChildRunner::Status::ok) rates_.push_back(1 / sample.median_milliseconds);
    fingerprint_ = sample.fingerprint;
  }
  void take_on(int processor) {
    runner_.use_processor(processor);
    take();
  }
  bool failed() const { return runner_.status() != ChildRunner::Status::ok; }
  /// Runs per millisecond, the mean over all turns.
  double rate() const {
    return std::accumulate(rates_.begin(), rates_.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(1, rates_.size()));
  }
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  double limit_;
  ChildRunner runner_;
  std::size_t batch_ = 1;
  std::uint64_t fingerprint_ = 0;
  std::vector<double> rates_;
};

struct Line {
  std::string cell;
  int threads;
  bool failed = false;
  bool mismatch = false;          ///< results that differ between one thread and all
  double one_ms = 0, all_ms = 0;  ///< by the mean rates, as are:
  double speedup = 0, ceiling = 0, share = 0;

  void print() const {
    if (failed)
      fmt::print("{} failed\n", cell);
    else
      fmt::print("{} {:.3f} {:.4f} {:.3g} {:.3g} {:.3g} {}{}\n", cell, one_ms, all_ms, speedup, ceiling, share, threads,
                 mismatch ? " MISMATCH" : "");
    std::fflush(stdout);
  }
  nlohmann::ordered_json to_json() const {
    return {{"cell", cell},     {"threads", threads}, {"failed", failed},   {"mismatch", mismatch}, {"one_ms", one_ms},
            {"all_ms", all_ms}, {"speedup", speedup}, {"ceiling", ceiling}, {"share", share}};
  }
};

Line measure(const CompareCell& cell, const CompareOptions& options) {
  const auto work = [&](int threads) {
    return [&, threads] { return make_polyfork({}, cell.make_problem(), threads); };
  };
  const auto spin = [](int threads) { return [=] { return std::make_unique<Ceiling>(threads); }; };
  Turn one(work(1), options);
  Turn all(work(options.threads), options);
  Turn spin_one(spin(1), options);
  Turn spin_all(spin(options.threads), options);
  Line line{.cell = cell.name, .threads = options.threads};
  for (const int processor : processors_in_turn()) {
    if (signal_received() != 0) return line;
    spin_all.take();
    all.take();
    one.take_on(processor);
    spin_one.take_on(processor);
    for (const Turn* turn : {&one, &all, &spin_one, &spin_all}) line.failed = line.failed || turn->failed();
    line.mismatch = line.mismatch || one.fingerprint() != all.fingerprint();
    if (line.failed) return line;
  }
  line.one_ms = 1 / one.rate();
  line.all_ms = 1 / all.rate();
  line.speedup = all.rate() / one.rate();
  line.ceiling = spin_all.rate() / spin_one.rate();
  line.share = line.speedup / line.ceiling;
  return line;
}

}  // namespace

int scaling_main(const std::string& suite, const std::vector<CompareCell>& cells, const CompareOptions& options) {
  fmt::print("# multiply-adds of the ceiling: {}\n# cell ms_on_one ms_on_all speedup ceiling share threads\n",
             best_multiply_adds().name);
  bool good = true;
  nlohmann::ordered_json json = json_header(suite);
  json["scaling"] = nlohmann::ordered_json::array();
  for (const CompareCell& cell : cells) {
    const Line line = measure(cell, options);
    if (signal_received() != 0) return 128 + signal_received();
    line.print();
    good = good && !line.failed && !line.mismatch;
    json["scaling"].push_back(line.to_json());
  }
  if (!options.json.empty()) good = write_json(options.json, json) && good;
  return good ? 0 : 1;
}

}  // namespace polyfork_bench
