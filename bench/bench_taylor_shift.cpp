// Taylor shifts f(x + 1) over Z, each algorithm and the dispatcher's choice, and over Z/pZ.
//
// Arguments: length, bits, threads. Wall time.
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include <polyfork/poly/shift/taylor_shift.hpp>

#include "support/inputs.hpp"

namespace {

using namespace polyfork;

std::size_t argument(const benchmark::State& state, int i) { return static_cast<std::size_t>(state.range(i)); }
ExecutionContext with_threads(const benchmark::State& state) {
  return ExecutionContext().with_threads(static_cast<int>(state.range(2)));
}

void BM_shift_z(benchmark::State& state) {
  const PolyZ f = polyfork_bench::random_poly(argument(state, 0), argument(state, 1), 1);
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(taylor_shift(f, 1, ctx));
}

void shift_with(benchmark::State& state, ShiftAlgorithm algorithm) {
  const PolyZ f = polyfork_bench::random_poly(argument(state, 0), argument(state, 1), 1);
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(taylor_shift_with(algorithm, f.coefficients(), 1, ctx));
}
void BM_shift_z_horner(benchmark::State& state) { shift_with(state, ShiftAlgorithm::horner); }
void BM_shift_z_tableau(benchmark::State& state) { shift_with(state, ShiftAlgorithm::tableau); }
void BM_shift_z_tableau_bands(benchmark::State& state) { shift_with(state, ShiftAlgorithm::tableau_bands); }
void BM_shift_z_tableau_halves(benchmark::State& state) { shift_with(state, ShiftAlgorithm::tableau_halves); }
void BM_shift_z_products(benchmark::State& state) { shift_with(state, ShiftAlgorithm::products); }
void BM_shift_z_convolution(benchmark::State& state) { shift_with(state, ShiftAlgorithm::convolution); }

void BM_shift_zp(benchmark::State& state) {
  const PrimeField field(state.range(1) == 50 ? 1108307720798209U : 9223372036854775783U);
  const PolyZp f = polyfork_bench::random_poly(argument(state, 0), field, 1);
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(taylor_shift(f, 1, ctx));
}

void shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"length", "bits", "threads"});
  for (const auto& [length, bits] : {std::pair{32, 64}, {96, 256}, {256, 256}, {1024, 1024}, {2048, 2048}})
    for (const int threads : {1, 2}) b->Args({length, bits, threads});
  b->UseRealTime();
}
void residues(benchmark::internal::Benchmark* b) {
  b->ArgNames({"length", "prime_bits", "threads"});
  for (const int length : {64, 1024, 16384})
    for (const int bits : {50, 63}) b->Args({length, bits, 1});
  b->UseRealTime();
}

BENCHMARK(BM_shift_z)->Apply(shapes);
BENCHMARK(BM_shift_z_horner)->Apply(shapes);
BENCHMARK(BM_shift_z_tableau)->Apply(shapes);
BENCHMARK(BM_shift_z_tableau_bands)->Apply(shapes);
BENCHMARK(BM_shift_z_tableau_halves)->Apply(shapes);
BENCHMARK(BM_shift_z_products)->Apply(shapes);
BENCHMARK(BM_shift_z_convolution)->Apply(shapes);
BENCHMARK(BM_shift_zp)->Apply(residues);

}  // namespace

BENCHMARK_MAIN();
