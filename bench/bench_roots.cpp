// Real root isolation, per family, degree and number of threads.
//
// roots/FAMILY/DEGREE/threads:N: the engine that is chosen by default. roots_vca/...: the exact reference, small
// degrees. roots_width/...: intervals of width 1/20. Tiny degrees, where what surrounds the engine decides, run on one
// thread.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "support/inputs.hpp"

namespace {

using namespace polyfork;

void isolate(benchmark::State& state, const std::string& family, std::size_t degree, const IsolationOptions& options,
             int threads) {
  const PolyZ f = polyfork_bench::root_input(family, degree);
  const ExecutionContext ctx = ExecutionContext().with_threads(threads);
  std::size_t roots = 0;
  for (auto _ : state) {
    const IsolationResult result = isolate_real_roots(f, options, ctx);
    roots = result.roots.size();
    benchmark::DoNotOptimize(roots);
  }
  state.counters["roots"] = static_cast<double>(roots);
}

void add(const std::string& suite, const std::string& family, std::size_t degree, const IsolationOptions& options,
         int threads, benchmark::TimeUnit unit) {
  const std::string name = suite + '/' + family + '/' + std::to_string(degree) + "/threads:" + std::to_string(threads);
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) { isolate(state, family, degree, options, threads); })
      ->UseRealTime()
      ->Unit(unit);
}

/// On 1, 2, 4, ... threads.
void add_scaled(const std::string& suite, const std::string& family, std::size_t degree,
                const IsolationOptions& options = {}) {
  for (int threads = 1; threads <= available_threads(); threads *= 2)
    add(suite, family, degree, options, threads, benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const std::vector<std::string> families = {"chebyshev",
                                             "laguerre",
                                             "wilkinson",
                                             "mignotte",
                                             "legendre",
                                             "hermite",
                                             "bnd",
                                             "cnd",
                                             "exp",
                                             "random",
                                             "wilkinson-perturb-23",
                                             "chebyshev-shift-1-3"};
  for (const std::string& family : families)
    for (const std::size_t degree : {5, 10, 19})
      for (const IsolationMethod method : {IsolationMethod::automatic, IsolationMethod::vca})
        add(method == IsolationMethod::vca ? "roots_vca" : "roots", family, degree, {.method = method}, 1,
            benchmark::kMicrosecond);
  for (const std::string& family : families)
    for (const std::size_t degree : {64, 256}) add_scaled("roots", family, degree);
  for (const char* family : {"chebyshev-shift-1-3", "laguerre", "random", "mignotte", "mignotte-nested"})
    for (const std::size_t degree : {1024, 2048}) add_scaled("roots", family, degree);
  for (const char* family : {"chebyshev-shift-1-3", "laguerre", "random"})
    for (const std::size_t degree : {64, 256}) add_scaled("roots_width", family, degree, {.width = Rational(1, 20)});
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
