// Products from ordinary values to ordinary values: one thread, all threads, the device.
#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include <cstdint>
#include <random>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"

namespace polyfork_bench {

void bench_products(const Options& options) {
  print_heading(options);
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
  print_statistics();
}

}  // namespace polyfork_bench
