// Dense polynomials in several variables over Z/pZ: products by every algorithm that the prime has, and by the plan.
//
// Arguments: variables, length along each, bits of the prime (50: with transforms of its own; 49: with roots of unity
// of order 2^10 only; 63: without), algorithm (0 plain, 1 Kronecker, 2 multi-dimensional transforms, 3 the plan's),
// threads.
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/ring/primes.hpp>

namespace {

using namespace polyfork;

PrimeField field_of(std::int64_t bits) {
  if (bits == 50) return PrimeField(1108307720798209U);
  if (bits == 63) return PrimeField(9223372036854775783U);
  std::uint64_t p = (std::uint64_t{1} << 49) - 1023;  // 1 modulo 2^10, not modulo 2^11
  while (!is_prime(p)) p -= 2048;
  return PrimeField(p);
}

DDMMP operand(const PrimeField& field, std::size_t variables, std::size_t length, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::size_t n = 1;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < variables; ++k) {
    n *= length;
    names.push_back("x" + std::to_string(k));
  }
  ResidueVector words(n);
  for (auto& w : words) w = random() % field.modulus();
  return {field, std::move(names), std::vector<std::size_t>(variables, length), std::move(words)};
}

void BM_mul(benchmark::State& state) {
  const PrimeField field = field_of(state.range(2));
  const auto variables = static_cast<std::size_t>(state.range(0));
  const auto length = static_cast<std::size_t>(state.range(1));
  const DDMMP a = operand(field, variables, length, 1);
  const DDMMP b = operand(field, variables, length, 2);
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(4)));
  const auto product = [&] {
    return state.range(3) == 3 ? mul(a, b, ctx)
                               : mul_with(static_cast<DenseMultiMulAlgorithm>(state.range(3)), a, b, ctx);
  };
  benchmark::DoNotOptimize(product());  // makes the tables of roots
  for (auto _ : state) benchmark::DoNotOptimize(product());
}
void BM_evaluate(benchmark::State& state) {
  const auto variables = static_cast<std::size_t>(state.range(0));
  const DDMMP a = operand(field_of(50), variables, static_cast<std::size_t>(state.range(1)), 1);
  const std::vector<std::uint64_t> point(variables, 3);
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(2)));
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(a, point, ctx));
}

void small_shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"variables", "length", "prime_bits", "algorithm", "threads"});
  for (const auto& [variables, length] :
       {std::pair{2, 4}, {2, 6}, {2, 8}, {2, 12}, {2, 16}, {3, 3}, {3, 4}, {3, 5}, {3, 6}, {4, 2}, {4, 3}, {4, 4}})
    for (const int bits : {50, 63})
      for (const int algorithm : {0, 1}) b->Args({variables, length, bits, algorithm, 1});
}
void shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"variables", "length", "prime_bits", "algorithm", "threads"});
  for (const auto& [variables, length] : {std::pair{2, 100}, {2, 500}, {3, 20}, {3, 60}, {4, 15}, {2, 2000}, {3, 150}})
    for (const int bits : {49, 50, 63})
      for (const int algorithm : {1, 2})
        if (bits != 63 || algorithm == 1)
          if (bits != 49 || length <= 500)
            for (const int threads : {1, 2}) b->Args({variables, length, bits, algorithm, threads});
  b->UseRealTime();
}

BENCHMARK(BM_mul)->Name("BM_mul_small")->Apply(small_shapes);
BENCHMARK(BM_mul)->Apply(shapes);
BENCHMARK(BM_evaluate)
    ->ArgNames({"variables", "length", "threads"})
    ->Args({3, 150, 1})
    ->Args({3, 150, 2})
    ->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
