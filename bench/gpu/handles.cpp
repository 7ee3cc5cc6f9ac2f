// Products of polynomials that stay on the device, beside the processor's products of ordinary ones.
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/device/device_poly.hpp>

#include <utility>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"

namespace polyfork_bench {

namespace {

template <class R>
void measure_handles(std::string name, const Options& options, const DensePoly<R>& f, const DensePoly<R>& g) {
  const ExecutionContext processor =
      ExecutionContext().with_threads(options.threads).with_device_policy(DevicePolicy::off);
  const ExecutionContext device = processor.with_device_policy(DevicePolicy::on);
  Row row{std::move(name), 0, 0, 0, false, false, ""};
  const DevicePoly<R> there(f, device);
  const DevicePoly<R> other(g, device);
  row.all = median_seconds([&] { mul(f, g, processor); });
  const DevicePoly<R> product = mul(there, other, device);
  row.on_device = product.on_device();
  row.equal = product.download(processor) == mul(f, g, processor);
  row.device = median_seconds([&] { mul(there, other, device); });
  print(row);
}

}  // namespace

void bench_handles(const Options& options) {
  print_heading(options);
  for (const auto& [length, bits] :
       {std::pair<std::size_t, std::size_t>{65536, 64}, {1 << 20, 64}, {1 << 22, 64}, {8192, 8192}, {65536, 1024}}) {
    if (length * bits > options.most_bits) continue;
    const PolyZ like{Integers()};
    measure_handles(fmt::format("Z {}/{}", length, bits), options, PolyZ::make(random_integers(length, bits, 1), like),
                    PolyZ::make(random_integers(length, bits, 2), like));
  }
  for (const std::uint64_t p :
       {std::uint64_t{2147483647}, std::uint64_t{1108307720798209}, std::uint64_t{4611686018427387847}})
    for (const std::size_t length : {std::size_t{1} << 16, std::size_t{1} << 20, std::size_t{1} << 22}) {
      if (64 * length > options.most_bits) continue;
      const PolyZp like{PrimeField(p)};
      measure_handles(fmt::format("Z/p {} {} bits", length, 64 - __builtin_clzll(p - 1)), options,
                      PolyZp::make(random_residues(length, p, 3), like),
                      PolyZp::make(random_residues(length, p, 4), like));
    }
  print_statistics();
}

}  // namespace polyfork_bench
