// Arithmetic of dense polynomials: products over Z (each algorithm and the dispatcher) and Z/pZ, sums, values.
//
// Arguments: length, bits, threads. Wall time.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

namespace {

using namespace polyfork;

Integer random_integer(std::mt19937_64& random, std::size_t bits) {
  Integer x;
  for (std::size_t done = 0; done < bits; done += 64) x = (x << 64) + Integer(random());
  x >>= (64 - bits % 64) % 64;
  if ((random() & 1) != 0) x.negate();
  return x;
}

PolyZ random_poly(std::uint64_t seed, std::size_t length, std::size_t bits) {
  std::mt19937_64 random(seed);
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) c.push_back(random_integer(random, bits));
  return PolyZ(IntegerVector(c));
}

std::size_t argument(const benchmark::State& state, int i) { return static_cast<std::size_t>(state.range(i)); }
ExecutionContext with_threads(const benchmark::State& state, int i) {
  return ExecutionContext().with_threads(static_cast<int>(state.range(i)));
}

void BM_mul_z(benchmark::State& state) {
  const PolyZ a = random_poly(1, argument(state, 0), argument(state, 1));
  const PolyZ b = random_poly(2, argument(state, 0), argument(state, 1));
  const ExecutionContext ctx = with_threads(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(mul(a, b, ctx));
}

void mul_z_with(benchmark::State& state, MulAlgorithm algorithm) {
  const PolyZ a = random_poly(1, argument(state, 0), argument(state, 1));
  const PolyZ b = random_poly(2, argument(state, 0), argument(state, 1));
  const ExecutionContext ctx = with_threads(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(mul_with(algorithm, a.coefficients(), b.coefficients(), ctx));
}
void BM_mul_z_classical(benchmark::State& state) { mul_z_with(state, MulAlgorithm::classical); }
void BM_mul_z_karatsuba(benchmark::State& state) { mul_z_with(state, MulAlgorithm::karatsuba); }
void BM_mul_z_kronecker(benchmark::State& state) { mul_z_with(state, MulAlgorithm::kronecker); }
void BM_mul_z_multimodular(benchmark::State& state) { mul_z_with(state, MulAlgorithm::multimodular); }
void BM_mul_z_blocked(benchmark::State& state) { mul_z_with(state, MulAlgorithm::blocked); }
void BM_mul_z_plain(benchmark::State& state) { mul_z_with(state, MulAlgorithm::plain_divide_and_conquer); }
void BM_mul_z_toom_cook_4(benchmark::State& state) { mul_z_with(state, MulAlgorithm::toom_cook_4); }
void BM_mul_z_toom_cook_8(benchmark::State& state) { mul_z_with(state, MulAlgorithm::toom_cook_8); }
void BM_mul_z_kronecker_two_point(benchmark::State& state) { mul_z_with(state, MulAlgorithm::kronecker_two_point); }
void BM_mul_z_bivariate(benchmark::State& state) { mul_z_with(state, MulAlgorithm::bivariate); }

void BM_mul_zp(benchmark::State& state) {
  const PrimeField field(state.range(1) == 31 ? 2147483647U : 9223372036854775783U);
  std::mt19937_64 random(3);
  ResidueVector a(argument(state, 0));
  ResidueVector b(argument(state, 0));
  for (auto& x : a) x = random() % field.modulus();
  for (auto& x : b) x = random() % field.modulus();
  const ExecutionContext ctx = with_threads(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(mul(field, a, b, ctx));
}

void BM_add_z(benchmark::State& state) {
  const PolyZ a = random_poly(1, argument(state, 0), argument(state, 1));
  const PolyZ b = random_poly(2, argument(state, 0), argument(state, 1));
  const ExecutionContext ctx = with_threads(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(add(a, b, ctx));
}

void BM_evaluate_z(benchmark::State& state) {
  const PolyZ a = random_poly(1, argument(state, 0), argument(state, 1));
  std::mt19937_64 random(4);
  const Integer x = random_integer(random, 64);
  const ExecutionContext ctx = with_threads(state, 2);
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(a, x, ctx));
}

void products(benchmark::internal::Benchmark* b) {
  b->ArgNames({"length", "bits", "threads"});
  for (const auto& [length, bits] : {std::pair{16, 64}, {64, 64}, {256, 256}, {1024, 1024}, {64, 10000}})
    for (const int threads : {1, 2}) b->Args({length, bits, threads});
  b->UseRealTime();
}
void residues(benchmark::internal::Benchmark* b) {
  b->ArgNames({"length", "prime_bits", "threads"});
  for (const int length : {16, 64, 256, 1024, 65536})
    for (const int bits : {31, 63}) b->Args({length, bits, 1});
  b->UseRealTime();
}
void vectors(benchmark::internal::Benchmark* b) {
  b->ArgNames({"length", "bits", "threads"});
  for (const auto& [length, bits] : {std::pair{64, 64}, {1024, 1024}, {65536, 128}})
    for (const int threads : {1, 2}) b->Args({length, bits, threads});
  b->UseRealTime();
}

BENCHMARK(BM_mul_z)->Apply(products);
BENCHMARK(BM_mul_z_classical)->Apply(products);
BENCHMARK(BM_mul_z_karatsuba)->Apply(products);
BENCHMARK(BM_mul_z_kronecker)->Apply(products);
BENCHMARK(BM_mul_z_multimodular)->Apply(products);
BENCHMARK(BM_mul_z_blocked)->Apply(products);
BENCHMARK(BM_mul_z_plain)->Apply(products);
BENCHMARK(BM_mul_z_toom_cook_4)->Apply(products);
BENCHMARK(BM_mul_z_toom_cook_8)->Apply(products);
BENCHMARK(BM_mul_z_kronecker_two_point)->Apply(products);
BENCHMARK(BM_mul_z_bivariate)->Apply(products);
BENCHMARK(BM_mul_zp)->Apply(residues);
BENCHMARK(BM_add_z)->Apply(vectors);
BENCHMARK(BM_evaluate_z)->Apply(vectors);

}  // namespace

BENCHMARK_MAIN();
