// All real solutions of systems in the library, and their decomposition into chains: those of the thesis's table 3.4
// whose equations are public, triangular ones, and eco 8; decompositions also of katsura 4-7 and cyclic 6.
//
// Boxes at most 2^-128 wide, a new context for each call. Argument: threads. The counts of solutions are compared with
// the known ones.
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>

#include "../tests/system/classical_systems.hpp"
#include "../tests/system/system_families.hpp"
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

void decompose(benchmark::State& state, const std::vector<MultiPolyQ>& equations) {
  ChainOptions options;
  options.shape = ChainShape::regular;
  options.any_order = true;
  std::size_t chains = 0;
  for (auto _ : state) {
    const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(0)));
    chains = chain_decomposition(equations, options, ctx).chains.size();
  }
  state.counters["chains"] = static_cast<double>(chains);
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
  const auto add_decomposition = [](const std::string& name, std::vector<MultiPolyQ> equations) {
    benchmark::RegisterBenchmark(
        ("decompose/" + name).c_str(),
        [equations = std::move(equations)](benchmark::State& state) { decompose(state, equations); })
        ->ArgName("threads")
        ->Arg(1)
        ->Unit(benchmark::kMillisecond);
  };
  for (const auto& system : test::classical_systems) add(system);
  for (const auto& system : test::triangular_systems) add(system);
  for (const auto& system : test::classical_systems)
    add_decomposition(system.name, test::system_of(system.variables, system.equations));
  for (const auto& system : test::triangular_systems)
    add_decomposition(system.name, test::system_of(system.variables, system.equations));
  for (int n = 4; n <= 7; ++n) add_decomposition("katsura-" + std::to_string(n), test::katsura(n));
  add_decomposition("cyclic-6", test::cyclic(6));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
