// The machine's own ceiling: how many multiply-adds its cores issue, on one thread and on all. items_per_second counts
// lanes.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include <polyfork/core/context.hpp>

#include "support/multiply_adds.hpp"

namespace {

using polyfork_bench::MultiplyAdds;

void issue(benchmark::State& state, const MultiplyAdds& loop) {
  if (!loop.available) return state.SkipWithError("this machine does not have these instructions");
  std::int64_t rounds = 1 << 16;
  for (auto _ : state) {
    benchmark::DoNotOptimize(rounds);  // or the call would leave the loop
    benchmark::DoNotOptimize(loop.run(rounds));
  }
  state.SetItemsProcessed(state.iterations() * rounds * loop.per_round);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const MultiplyAdds& loop : {polyfork_bench::madd52_512(), polyfork_bench::fma_256()})
    benchmark::RegisterBenchmark(loop.name, [loop](benchmark::State& state) { issue(state, loop); })
        ->ThreadRange(1, polyfork::available_threads())
        ->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
