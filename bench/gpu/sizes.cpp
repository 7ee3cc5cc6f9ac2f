// Time against size: the processor on one and on all threads, the device from host to host and with polynomials that
// stay there, and the sizes from which the router chooses the device. Written as JSON, which polyfork_report draws.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/device/device_poly.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"

namespace polyfork_bench {

namespace {

using nlohmann::ordered_json;

/// Products of n by n coefficients, one of a family in which n alone differs.
template <class R>
struct Family {
  std::string group;                                     ///< the benchmarks' names, with the letter N for the size
  std::function<DensePoly<R>(std::size_t, int)> random;  ///< of a length, from a seed
  std::function<PlanDescription(std::size_t, const PlanBudget&)> plan;
  unsigned first_log, last_log;
};

class SizesFile {
 public:
  explicit SizesFile(const Options& options) : threads_(options.threads), most_bits_(options.most_bits) {}

  template <class R>
  void measure(const Family<R>& family) {
    for (unsigned log = family.first_log; log <= family.last_log; ++log)
      if ((std::size_t{64} << log) <= most_bits_) measure_size(family, std::size_t{1} << log);
    add_crossover(family, 1);
    if (threads_ > 1) add_crossover(family, threads_);
  }

  ordered_json json() const { return {{"benchmarks", benchmarks_}, {"crossovers", crossovers_}, {"wrong", wrong_}}; }

 private:
  template <class R>
  void measure_size(const Family<R>& family, std::size_t n) {
    const DensePoly<R> f = family.random(n, 1);
    const DensePoly<R> g = family.random(n, 2);
    const ExecutionContext all = ExecutionContext().with_threads(threads_);
    const ExecutionContext processor = all.with_device_policy(DevicePolicy::off);
    const ExecutionContext one = processor.with_threads(1);
    const ExecutionContext device = all.with_device_policy(DevicePolicy::on);
    const DensePoly<R> expected = mul(f, g, processor);
    const DevicePoly<R> there(f, device);
    const DevicePoly<R> other(g, device);
    const DevicePoly<R> product = mul(there, other, device);
    const std::uint64_t jobs = device_statistics().jobs;
    const DensePoly<R> through = mul(f, g, device);
    const bool on_device = device_statistics().jobs > jobs;  // the shortest ones stay where they are
    if (through != expected || product.download(processor) != expected) ++wrong_;

    std::string name = family.group;
    name.replace(name.find('N'), 1, std::to_string(n));
    add(name + "/processor", 1, time([&] { mul(f, g, one); }));
    if (threads_ > 1) add(name + "/processor", threads_, time([&] { mul(f, g, processor); }));
    if (on_device) add(name + "/device", threads_, time([&] { mul(f, g, device); }));
    if (product.on_device()) add(name + "/resident", 1, time([&] { mul(there, other, device.with_threads(1)); }));
  }

  /// The least size from which on the plan is the device's, to a sixteenth of a factor of two.
  template <class R>
  void add_crossover(const Family<R>& family, int threads) {
    constexpr int steps = 16;  // for each factor of two
    const ExecutionContext ctx = ExecutionContext().with_threads(threads).with_device_policy(DevicePolicy::automatic);
    const PlanBudget budget = PlanBudget(ctx).with_device(device_view(ctx));
    std::size_t least = 0;
    for (auto step = static_cast<int>(steps * family.last_log); step >= static_cast<int>(steps * family.first_log);
         --step) {
      const auto n = static_cast<std::size_t>(std::llround(std::exp2(static_cast<double>(step) / steps)));
      if (family.plan(n, budget).algorithm != "device") break;
      least = n;
    }
    if (least == 0) return;
    crossovers_.push_back({{"group", family.group}, {"threads", threads}, {"size", least}});
  }

  static double time(const auto& body) {
    constexpr double budget = 0.15;
    return median_seconds(body, 1, budget);
  }

  void add(const std::string& name, int threads, double seconds) {
    fmt::print("{:<40} {:>3} {:>12.4f}\n", name, threads, 1e3 * seconds);
    benchmarks_.push_back(
        {{"name", fmt::format("{}/threads:{}", name, threads)}, {"real_time", 1e3 * seconds}, {"time_unit", "ms"}});
  }

  int threads_;
  std::size_t most_bits_;
  int wrong_ = 0;
  ordered_json benchmarks_ = ordered_json::array();
  ordered_json crossovers_ = ordered_json::array();
};

Family<Integers> integers(std::size_t bits, unsigned first_log, unsigned last_log) {
  return {fmt::format("z_mul/N/{}", bits),
          [bits](std::size_t n, int seed) {
            return PolyZ::make(random_integers(n, bits, static_cast<std::uint64_t>(seed)), PolyZ{Integers()});
          },
          [bits](std::size_t n, const PlanBudget& budget) {
            return explain_mul({n, n, bits, bits}, budget);
          },
          first_log, last_log};
}

Family<PrimeField> residues(std::uint64_t p, unsigned first_log, unsigned last_log) {
  const auto bits = static_cast<std::size_t>(std::bit_width(p - 1));
  return {fmt::format("zp_mul/{}/N", p),
          [p](std::size_t n, int seed) {
            return PolyZp::make(random_residues(n, p, static_cast<std::uint64_t>(seed)), PolyZp{PrimeField(p)});
          },
          [p, bits](std::size_t n, const PlanBudget& budget) {
            return explain_mul_zp({n, n, bits, bits, false, p}, budget);
          },
          first_log, last_log};
}

}  // namespace

bool bench_sizes(const Options& options) {
  SizesFile file(options);
  file.measure(integers(64, 12, 22));
  file.measure(integers(1024, 8, 17));
  file.measure(residues(1108307720798209, 14, 23));
  file.measure(residues(4611686018427387847, 14, 22));
  std::ofstream out(options.sizes);
  const ordered_json json = file.json();
  out << json.dump(1) << '\n';
  out.flush();
  if (!out) fmt::print(stderr, "cannot write {}\n", options.sizes);
  if (json["wrong"] != 0) fmt::print("WRONG: {} sizes\n", json["wrong"].get<int>());
  print_statistics();
  return out && json["wrong"] == 0;
}

}  // namespace polyfork_bench
