// Real root isolation, per family, degree and number of threads.
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "support/inputs.hpp"

namespace {

using namespace polyfork;

void isolate(benchmark::State& state, const std::string& family, std::size_t degree, int threads) {
  const PolyZ f = polyfork_bench::root_input(family, degree);
  const ExecutionContext ctx = ExecutionContext().with_threads(threads);
  std::size_t roots = 0;
  for (auto _ : state) {
    const IsolationResult result = isolate_real_roots(f, {}, ctx);
    roots = result.roots.size();
    benchmark::DoNotOptimize(roots);
  }
  state.counters["roots"] = static_cast<double>(roots);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const char* family : {"chebyshev", "laguerre", "wilkinson", "mignotte", "legendre", "hermite", "bnd", "cnd",
                             "exp", "random", "wilkinson-perturb-23", "chebyshev-shift-1-3"})
    for (const std::size_t degree : {16, 64, 128, 256})
      for (int threads = 1; threads <= available_threads(); threads *= 2) {
        const std::string name =
            std::string("roots/") + family + '/' + std::to_string(degree) + "/threads:" + std::to_string(threads);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [=](benchmark::State& state) { isolate(state, family, degree, threads); })
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
      }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
