// All real solutions of systems in the library: those of the thesis's table 3.4 whose equations are public, and eco 8.
//
// Boxes at most 2^-128 wide, a new context for each call. Argument: threads. The counts of solutions are compared with
// the known ones.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/system/real_solutions.hpp>

#include "../tests/system/classical_systems.hpp"
#include "../tests/system/system_text.hpp"

namespace {

using namespace polyfork;

void solve(benchmark::State& state, const test::ClassicalSystem& system) {
  const std::vector<MultiPolyQ> equations = test::system_of(system.variables, system.equations);
  SolutionOptions options;
  options.width = Rational::dyadic(Integer(1), -128);
  for (auto _ : state) {
    const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(0)));
    if (real_solutions(equations, options, ctx).solutions.size() != system.real_solutions)
      state.SkipWithError("another number of solutions");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto add = [](const test::ClassicalSystem& system) {
    benchmark::RegisterBenchmark(("solve/" + std::string(system.name)).c_str(),
                                 [&system](benchmark::State& state) { solve(state, system); })
        ->ArgName("threads")
        ->Arg(1)
        ->Unit(benchmark::kMillisecond);
  };
  for (const auto& system : test::classical_systems) add(system);
  for (const auto& system : test::triangular_systems) add(system);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
