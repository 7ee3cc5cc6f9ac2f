// Products from ordinary values to ordinary values: one thread, all threads, the device.
#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include <cstdint>
#include <random>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/timing.hpp"

namespace polyfork_bench {

namespace {

using namespace polyfork;

IntegerVector random_integers(std::size_t length, std::size_t bits, std::uint64_t seed) {
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

ResidueVector random_residues(std::size_t length, std::uint64_t p, std::uint64_t seed) {
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

void print(const Row& row) {
  fmt::print("{:<24} {:>10.3f} {:>10.3f} {:>10.3f} {:>8.2f} {:>6} {:>9} {}\n", row.name, 1e3 * row.one, 1e3 * row.all,
             1e3 * row.device, row.all / row.device, row.equal ? "equal" : "WRONG",
             row.on_device ? "device" : "processor", row.planned);
}

/// multiply(context) gives the product, planned(budget) the plan.
template <class Multiply, class Planned>
Row measure(std::string name, const Options& options, const Multiply& multiply, const Planned& planned) {
  const ExecutionContext processor =
      ExecutionContext().with_threads(options.threads).with_device_policy(DevicePolicy::off);
  const ExecutionContext device = processor.with_device_policy(DevicePolicy::on);
  Row row{std::move(name), 0, 0, 0, false, false, ""};
  const auto expected = multiply(processor);
  if (options.single) row.one = median_seconds([&] { multiply(processor.with_threads(1)); }, 1, 0.2);
  row.all = median_seconds([&] { multiply(processor); });
  const std::uint64_t jobs = device_statistics().jobs;
  row.equal = multiply(device) == expected;
  row.on_device = device_statistics().jobs > jobs;
  row.device = median_seconds([&] { multiply(device); });
  const ExecutionContext free = processor.with_device_policy(DevicePolicy::automatic);
  row.planned = planned(PlanBudget(free).with_device(device_view(free)));
  return row;
}

}  // namespace

void bench_products(const Options& options) {
  fmt::print("{:<24} {:>10} {:>10} {:>10} {:>8} {:>6} {:>9} plan\n", "milliseconds", "1 thread",
             fmt::format("{} thr.", options.threads), "device", "speed-up", "", "done by");
  const std::vector<std::pair<std::size_t, std::size_t>> shapes = {{4096, 64},    {16384, 64},   {65536, 64},
                                                                   {1 << 20, 64}, {1 << 22, 64}, {2048, 2048},
                                                                   {8192, 8192},  {65536, 1024}, {65536, 8192}};
  for (const auto& [length, bits] : shapes) {
    if (length * bits > options.most_bits) continue;
    const IntegerVector a = random_integers(length, bits, 1);
    const IntegerVector b = random_integers(length, bits, 2);
    const MulShape shape{length, length, bits, bits};
    print(measure(
        fmt::format("Z {}/{}", length, bits), options, [&](const ExecutionContext& ctx) { return mul(a, b, ctx); },
        [&](const PlanBudget& budget) { return explain_mul(shape, budget).algorithm; }));
  }
  for (const std::uint64_t p :
       {std::uint64_t{2147483647}, std::uint64_t{1108307720798209}, std::uint64_t{4611686018427387847}})
    for (const std::size_t length : {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 22}) {
      if (64 * length > options.most_bits) continue;
      const PrimeField field(p);
      const ResidueVector a = random_residues(length, p, 3);
      const ResidueVector b = random_residues(length, p, 4);
      const auto bits = static_cast<std::size_t>(64 - __builtin_clzll(p - 1));
      const MulShape shape{length, length, bits, bits, false, p};
      print(measure(
          fmt::format("Z/p {} {} bits", length, bits), options,
          [&](const ExecutionContext& ctx) { return mul(field, a, b, ctx); },
          [&](const PlanBudget& budget) { return explain_mul_zp(shape, budget).algorithm; }));
    }
  const DeviceStatistics statistics = device_statistics();
  fmt::print("\ndevice: {} jobs, {} fallbacks, {} checked, {:.1f} MB up, {:.1f} MB down, {:.3f} s{}\n", statistics.jobs,
             statistics.fallbacks, statistics.samples, 1e-6 * static_cast<double>(statistics.bytes_up),
             1e-6 * static_cast<double>(statistics.bytes_down), statistics.seconds,
             statistics.last_reason.empty() ? "" : "; last reason: " + statistics.last_reason);
}

}  // namespace polyfork_bench
