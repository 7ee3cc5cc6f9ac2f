// Many short products over Z/pZ: the kernel for each parameter s, and mul_pairs from host to host beside the processor.
#include <polyfork/poly/residues/mul_pairs.hpp>

#include <cstdint>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"
#include "gpu/on_device.hpp"
#include "gpu/products/short_products.hpp"
#include "gpu/timing.hpp"

namespace polyfork_bench {

namespace {

using namespace polyfork::detail;

constexpr std::uint64_t moduli[] = {2147483647, 4611686018427387847};
constexpr std::size_t lengths[] = {8, 16, 32, 64, 128, 256, 512};
constexpr std::size_t words_of_batch = std::size_t{1} << 22;

std::vector<ShortProduct> equal_products(std::size_t length) {
  std::vector<ShortProduct> products;
  for (std::size_t i = 0; i < words_of_batch / (2 * length); ++i)
    products.push_back({2 * length * i, 2 * length * i + length, (2 * length - 1) * i,
                        static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(length)});
  return products;
}

/// Multiplications a second of data that lies on the device.
void measure_kernels(DeviceJob& job, std::uint64_t p, std::size_t length) {
  const std::vector<ShortProduct> products = equal_products(length);
  const ResidueVector values = random_residues(words_of_batch, p, length);
  const DeviceArray<std::uint64_t> words(job.pool(), values.size());
  const DeviceArray<ShortProduct> there(job.pool(), products.size());
  const DeviceArray<std::uint64_t> out(job.pool(), words_of_batch);
  job.up(words.get(), values.data(), values.size() * sizeof(std::uint64_t));
  job.up(there.get(), products.data(), products.size() * sizeof(ShortProduct));
  job.kernels_after_copies();
  fmt::print("{:>4} bits {:>5} {:>8}", 64 - __builtin_clzll(p - 1), length, products.size());
  for (const unsigned s : {2U, 4U, 8U, 16U}) {
    if (s == 16 && p >> 31 != 0) continue;
    const double seconds = queued_seconds(job, work_queue, [&] {
      launch_short_products(job.backend(), p, words.get(), there.get(), products.size(), 2 * length - 1, out.get(), s);
    });
    const double all = static_cast<double>(products.size()) * static_cast<double>(length * length);
    fmt::print(" {:>9.1f} us {:>6.0f} G/s", 1e6 * seconds, 1e-9 * all / seconds);
  }
  fmt::print("\n");
}

void measure_pairs(const Options& options, std::uint64_t p, std::size_t length) {
  const PrimeField field(p);
  const PolyZp like(field);
  std::vector<PolyZp> f;
  std::vector<PolyZp> g;
  for (std::size_t i = 0; i < words_of_batch / (2 * length); ++i) {
    f.push_back(PolyZp::make(random_residues(length, p, 2 * i), like));
    g.push_back(PolyZp::make(random_residues(length, p, 2 * i + 1), like));
  }
  const ExecutionContext processor =
      ExecutionContext().with_threads(options.threads).with_device_policy(DevicePolicy::off);
  const ExecutionContext device = processor.with_device_policy(DevicePolicy::on);
  const ExecutionContext routed = processor.with_device_policy(DevicePolicy::automatic);
  Row row{fmt::format("{} pairs {} {} bits", f.size(), length, 64 - __builtin_clzll(p - 1)), 0, 0, 0, false, false, ""};
  row.equal = mul_pairs(f, g, device) == mul_pairs(f, g, processor);
  row.all = median_seconds([&] { mul_pairs(f, g, processor); });
  const auto jobs = device_statistics().jobs;
  row.device = median_seconds([&] { mul_pairs(f, g, device); });
  row.on_device = device_statistics().jobs != jobs;
  const auto before = device_statistics().jobs;
  mul_pairs(f, g, routed);
  row.planned = device_statistics().jobs != before ? "device" : "processor";
  print(row);
}

}  // namespace

void bench_batches(const Options& options) {
  fmt::print("kernels for s = 2, 4, 8, 16\n");
  on_device([](DeviceJob& job) {
    for (const std::uint64_t p : moduli)
      for (const std::size_t length : lengths) measure_kernels(job, p, length);
  });
  print_heading(options);
  for (const std::uint64_t p : moduli)
    for (const std::size_t length : lengths) measure_pairs(options, p, length);
  print_statistics();
}

}  // namespace polyfork_bench
