#include "contenders.hpp"

#include <algorithm>
#include <memory>

#include "support/statistics.hpp"

namespace polyfork_bench {
namespace {

/// One library at work on one cell.
class Contender {
 public:
  Contender(const CompareCell& cell, const Peer& peer, const CompareOptions& options)
      : stop_after_(options.stop_after),
        cpu_time_(options.cpu_time),
        runner_([&] { return peer.make(peer, cell.make_problem(), options.threads); }) {
    if (runner_.status() != ChildRunner::Status::ok) {
      outcome_.status = runner_.status();
      return;
    }
    double milliseconds = take(1).milliseconds;
    if (finished_) return;
    wanted_ = runs_for(milliseconds);
    if (wanted_ == runs_for(0)) {
      // The first run made tables, so that it tells little of how long the others take.
      milliseconds = take(1).milliseconds;
      times_.clear();
    }
    batch_ = batch_for(milliseconds, options.batch);
    finished_ = finished_ || times_.size() >= wanted_;
  }
  bool finished() const { return finished_ || outcome_.status != ChildRunner::Status::ok; }
  void step() {
    take(batch_);
    finished_ = finished_ || times_.size() >= wanted_;
  }
  Outcome outcome() {
    if (!times_.empty()) outcome_.milliseconds = median(times_);
    outcome_.runs = times_.size();
    return outcome_;
  }

 private:
  ChildRunner::Sample take(std::size_t batch) {
    const ChildRunner::Sample sample = runner_.run(batch, stop_after_);
    outcome_.status = sample.status;
    if (sample.status != ChildRunner::Status::ok) {
      times_.clear();
      outcome_.milliseconds = cpu_time_ ? sample.cpu_milliseconds : 1e3 * stop_after_;
      finished_ = true;
      return sample;
    }
    times_.push_back(cpu_time_ ? sample.cpu_milliseconds : sample.milliseconds);
    outcome_.fingerprint = sample.fingerprint;
    outcome_.peak_kib = sample.peak_kib;
    return sample;
  }

  double stop_after_;
  bool cpu_time_;
  ChildRunner runner_;
  Outcome outcome_;
  std::vector<double> times_;
  std::size_t wanted_ = 0;
  std::size_t batch_ = 1;
  bool finished_ = false;
};

}  // namespace

std::vector<Outcome> measure_cell(const CompareCell& cell, const std::vector<Peer>& libraries,
                                  const std::vector<double>& skip, const CompareOptions& options) {
  std::vector<std::unique_ptr<Contender>> contenders;
  for (std::size_t i = 0; i < libraries.size(); ++i)
    contenders.push_back(skip[i] > 0 ? nullptr : std::make_unique<Contender>(cell, libraries[i], options));
  const auto unfinished = [](const auto& c) { return c && !c->finished(); };
  while (std::any_of(contenders.begin(), contenders.end(), unfinished))
    for (auto& contender : contenders)
      if (unfinished(contender)) contender->step();
  std::vector<Outcome> outcomes(libraries.size());
  for (std::size_t i = 0; i < libraries.size(); ++i) {
    if (contenders[i])
      outcomes[i] = contenders[i]->outcome();
    else
      outcomes[i].status = ChildRunner::Status::stopped, outcomes[i].milliseconds = skip[i];
  }
  return outcomes;
}

}  // namespace polyfork_bench
