// An operation from ordinary values to ordinary values: one thread, all threads, the device.
#pragma once

#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include <cstdint>
#include <random>
#include <string>

#include "gpu/bench_gpu.hpp"
#include "gpu/timing.hpp"

namespace polyfork_bench {

using namespace polyfork;

inline IntegerVector random_integers(std::size_t length, std::size_t bits, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t limbs = (bits + 63) / 64;
  IntegerVector v(length, limbs);
  for (std::size_t i = 0; i < length; ++i) {
    mp_limb_t* const row = v.row(i);
    for (std::size_t l = 0; l < limbs; ++l) row[l] = random();
    if (bits % 64 != 0) row[limbs - 1] &= (std::uint64_t{1} << bits % 64) - 1;
    row[limbs - 1] |= std::uint64_t{1} << (bits - 1) % 64;
    v.set_signed_size(i, (random() & 1) != 0 ? -static_cast<int>(limbs) : static_cast<int>(limbs));
  }
  return v;
}

inline ResidueVector random_residues(std::size_t length, std::uint64_t p, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  ResidueVector v(length);
  for (std::uint64_t& word : v) word = random() % p;
  return v;
}

struct Row {
  std::string name;
  double one;
  double all;
  double device;
  bool equal;
  bool on_device;
  std::string planned;
};

inline void print(const Row& row) {
  fmt::print("{:<24} {:>10.3f} {:>10.3f} {:>10.3f} {:>8.2f} {:>6} {:>9} {}\n", row.name, 1e3 * row.one, 1e3 * row.all,
             1e3 * row.device, row.all / row.device, row.equal ? "equal" : "WRONG",
             row.on_device ? "device" : "processor", row.planned);
}

/// operate(context) gives the result, planned(budget) the plan.
template <class Operate, class Planned>
Row measure(std::string name, const Options& options, const Operate& operate, const Planned& planned) {
  const ExecutionContext processor =
      ExecutionContext().with_threads(options.threads).with_device_policy(DevicePolicy::off);
  const ExecutionContext device = processor.with_device_policy(DevicePolicy::on);
  Row row{std::move(name), 0, 0, 0, false, false, ""};
  const auto expected = operate(processor);
  if (options.single) row.one = median_seconds([&] { operate(processor.with_threads(1)); }, 1, 0.2);
  row.all = median_seconds([&] { operate(processor); });
  const std::uint64_t jobs = device_statistics().jobs;
  row.equal = operate(device) == expected;
  row.on_device = device_statistics().jobs > jobs;
  row.device = median_seconds([&] { operate(device); });
  const ExecutionContext free = processor.with_device_policy(DevicePolicy::automatic);
  row.planned = planned(PlanBudget(free).with_device(device_view(free)));
  return row;
}

inline void print_heading(const Options& options) {
  fmt::print("{:<24} {:>10} {:>10} {:>10} {:>8} {:>6} {:>9} plan\n", "milliseconds", "1 thread",
             fmt::format("{} thr.", options.threads), "device", "speed-up", "", "done by");
}

inline void print_statistics() {
  const DeviceStatistics statistics = device_statistics();
  fmt::print("\ndevice: {} jobs, {} fallbacks, {} checked, {:.1f} MB up, {:.1f} MB down, {:.3f} s{}\n", statistics.jobs,
             statistics.fallbacks, statistics.samples, 1e-6 * static_cast<double>(statistics.bytes_up),
             1e-6 * static_cast<double>(statistics.bytes_down), statistics.seconds,
             statistics.last_reason.empty() ? "" : "; last reason: " + statistics.last_reason);
}

}  // namespace polyfork_bench
