// Algebra over Z/pZ that is built on products: division, gcd, power series, evaluation and interpolation at many
// points.
//
// Arguments: length, bits of the prime (50: with transforms of its own), threads. Wall time.
#include <cstdint>

#include <benchmark/benchmark.h>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/division/prepared_divisor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/residues/power_series.hpp>

#include "support/inputs.hpp"

namespace {

using namespace polyfork;

std::size_t length_of(const benchmark::State& state) { return static_cast<std::size_t>(state.range(0)); }
PrimeField field_of(const benchmark::State& state) {
  return PrimeField(state.range(1) == 50 ? 1108307720798209U : 9223372036854775783U);
}
ExecutionContext with_threads(const benchmark::State& state) {
  return ExecutionContext().with_threads(static_cast<int>(state.range(2)));
}
PolyZp operand(const benchmark::State& state, std::size_t length, std::uint64_t seed) {
  return polyfork_bench::random_poly(length, field_of(state), seed);
}

void BM_div_rem(benchmark::State& state) {
  const PolyZp a = operand(state, 2 * length_of(state), 1);
  const PolyZp b = operand(state, length_of(state), 2);
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(div_rem(a, b, ctx));
}
void BM_div_rem_prepared(benchmark::State& state) {
  const PolyZp a = operand(state, 2 * length_of(state), 1);
  const ExecutionContext ctx = with_threads(state);
  const PreparedDivisor b(operand(state, length_of(state), 2), 0, ctx);
  for (auto _ : state) benchmark::DoNotOptimize(div_rem(a, b, ctx));
}
void BM_gcd(benchmark::State& state) {
  const PolyZp a = operand(state, length_of(state), 1);
  const PolyZp b = operand(state, length_of(state), 2);
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(gcd(a, b, ctx));
}
void BM_inverse_series(benchmark::State& state) {
  const PolyZp f = add(operand(state, length_of(state), 1), PolyZp::constant(field_of(state), 1));
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(inverse_series(f, length_of(state), ctx));
}
void BM_evaluate_many(benchmark::State& state) {
  const PolyZp f = operand(state, length_of(state), 1);
  const ResidueVector words = operand(state, length_of(state), 2).coefficients();
  const std::vector<std::uint64_t> points(words.begin(), words.end());
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(evaluate_many(f, points, ctx));
}
void BM_interpolate(benchmark::State& state) {
  std::vector<std::uint64_t> points(length_of(state));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = 3 * i + 1;
  const ResidueVector words = operand(state, points.size(), 2).coefficients();
  std::vector<std::uint64_t> values(words.begin(), words.end());
  values.resize(points.size());
  const ExecutionContext ctx = with_threads(state);
  for (auto _ : state) benchmark::DoNotOptimize(interpolate(field_of(state), points, values, ctx));
}

void shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"length", "prime_bits", "threads"});
  for (const int length : {64, 1024, 16384})
    for (const int bits : {50, 63})
      for (const int threads : {1, 2}) b->Args({length, bits, threads});
  b->UseRealTime();
}

BENCHMARK(BM_div_rem)->Apply(shapes);
BENCHMARK(BM_div_rem_prepared)->Apply(shapes);
BENCHMARK(BM_gcd)->Apply(shapes);
BENCHMARK(BM_inverse_series)->Apply(shapes);
BENCHMARK(BM_evaluate_many)->Apply(shapes);
BENCHMARK(BM_interpolate)->Apply(shapes);

}  // namespace

BENCHMARK_MAIN();
