#include "scaling.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/core/context.hpp>
#include <polyfork/core/parallel.hpp>

#include "child.hpp"
#include "json_file.hpp"
#include "support/multiply_adds.hpp"
#include "support/statistics.hpp"

namespace polyfork_bench {
namespace {

constexpr double shortest_turn = 200;  // milliseconds: most of it with threads that are awake
constexpr std::size_t rounds = 9;

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
  /// Median of the runs of one turn in milliseconds.
  double take() {
    const ChildRunner::Sample sample = runner_.run(batch_, limit_);
    if (sample.status == ChildRunner::Status::ok) times_.push_back(sample.median_milliseconds);
    fingerprint_ = sample.fingerprint;
    return sample.median_milliseconds;
  }
  bool failed() const { return runner_.status() != ChildRunner::Status::ok; }
  double milliseconds() const { return median(times_); }
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  double limit_;
  ChildRunner runner_;
  std::size_t batch_ = 1;
  std::uint64_t fingerprint_ = 0;
  std::vector<double> times_;
};

struct Line {
  std::string cell;
  int threads;
  bool failed = false;
  bool mismatch = false;          ///< results that differ between one thread and all
  double one_ms = 0, all_ms = 0;  ///< medians over the rounds, as are:
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
  std::vector<double> speedups, ceilings, shares;
  for (std::size_t round = 0; round < rounds && signal_received() == 0; ++round) {
    const double spin_ms = spin_all.take();
    const double all_ms = all.take();
    const double one_ms = one.take();
    const double spin_one_ms = spin_one.take();
    for (const Turn* turn : {&one, &all, &spin_one, &spin_all}) line.failed = line.failed || turn->failed();
    line.mismatch = line.mismatch || one.fingerprint() != all.fingerprint();
    if (line.failed) return line;
    speedups.push_back(one_ms / all_ms);
    ceilings.push_back(spin_one_ms / spin_ms);
    shares.push_back(speedups.back() / ceilings.back());
  }
  if (speedups.empty()) return line;
  line.one_ms = one.milliseconds();
  line.all_ms = all.milliseconds();
  line.speedup = median(speedups);
  line.ceiling = median(ceilings);
  line.share = median(shares);
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
