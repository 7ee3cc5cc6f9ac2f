// Taylor shifts f(x + 1) from host to host: one thread, all threads, the device.
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <utility>
#include <vector>

#include "gpu/bench_gpu.hpp"
#include "gpu/measure.hpp"

namespace polyfork_bench {

void bench_shifts(const Options& options) {
  print_heading(options);
  const std::vector<std::pair<std::size_t, std::size_t>> shapes = {{1024, 64},   {2048, 64},   {4096, 64},
                                                                   {8192, 64},   {16384, 64},  {32768, 64},
                                                                   {4096, 4096}, {8192, 8192}, {16384, 4096}};
  for (const auto& [length, bits] : shapes) {
    if (length * bits > options.most_bits) continue;
    const IntegerVector f = random_integers(length, bits, 1);
    const ShiftShape shape{length, bits};
    print(measure(
        fmt::format("f(x + 1) {}/{}", length, bits), options,
        [&](const ExecutionContext& ctx) { return taylor_shift(f, 1, ctx); },
        [&](const PlanBudget& budget) { return explain_shift(shape, budget).algorithm; }));
  }
  print_statistics();
}

}  // namespace polyfork_bench
