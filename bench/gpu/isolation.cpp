// Real root isolation with and without the device: never slower with it is what is asked of the router.
#include <polyfork/poly/families/families.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"

namespace polyfork_bench {

void bench_isolation(const Options& options) {
  fmt::print("{:<24} {:>12} {:>12} {:>12} {:>8} {:>6} {:>12}\n", "milliseconds", "processor", "as routed", "device",
             "ratio", "", "device jobs");
  const ExecutionContext processor =
      ExecutionContext().with_threads(options.threads).with_device_policy(DevicePolicy::off);
  const ExecutionContext routed = processor.with_device_policy(DevicePolicy::automatic);
  const ExecutionContext device = processor.with_device_policy(DevicePolicy::on);
  for (const auto& [family, degree] : std::vector<std::pair<Family, std::size_t>>{{Family::chebyshev, 1024},
                                                                                  {Family::chebyshev, 4096},
                                                                                  {Family::chebyshev, 8192},
                                                                                  {Family::wilkinson, 1024},
                                                                                  {Family::mignotte, 2048},
                                                                                  {Family::random, 16384},
                                                                                  {Family::random, 65536}}) {
    const PolyZ f = make_family(family, degree);
    const auto isolate = [&](const ExecutionContext& ctx) { return isolate_real_roots(f, {}, ctx).roots; };
    const std::uint64_t jobs = device_statistics().jobs;
    const auto by_device = isolate(device);
    const std::uint64_t used = device_statistics().jobs - jobs;
    const auto same = [](const RootInterval& a, const RootInterval& b) {
      return a.lower == b.lower && a.upper == b.upper && a.multiplicity == b.multiplicity;
    };
    const bool equal = std::ranges::equal(isolate(processor), by_device, same);
    const auto [off, automatic, on] = medians_by_turns(
        5, 2, [&] { isolate(processor); }, [&] { isolate(routed); }, [&] { isolate(device); });
    fmt::print("{:<24} {:>12.3f} {:>12.3f} {:>12.3f} {:>8.2f} {:>6} {:>12}\n",
               fmt::format("{} {}", family_name(family), degree), 1e3 * off, 1e3 * automatic, 1e3 * on, off / automatic,
               equal ? "equal" : "WRONG", used);
  }
  print_statistics();
}

}  // namespace polyfork_bench
