// Residue conversion, both directions, with the kernels that the machine offers (POLYFORK_FORCE_ISA chooses others).
//
// Arguments: digits of 52 bits, primes of 50 bits, threads. Wall time; the counter is nanoseconds per digit and prime.
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/ring/crt_basis.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace {

using namespace polyfork;

constexpr std::size_t integers = 1024;

std::size_t argument(const benchmark::State& state, int i) { return static_cast<std::size_t>(state.range(i)); }

CrtBasis make_basis(const benchmark::State& state) {
  return CrtBasis(primes_below(std::uint64_t{1} << 50, argument(state, 1)));
}

ExecutionContext make_context(const benchmark::State& state) {
  return ExecutionContext().with_threads(static_cast<int>(state.range(2)));
}

std::vector<ResidueVector> random_residues(const CrtBasis& basis) {
  std::mt19937_64 random(1);
  std::vector<ResidueVector> residues(basis.size(), ResidueVector(integers));
  for (std::size_t j = 0; j < basis.size(); ++j)
    for (std::uint64_t& r : residues[j]) r = random() % basis.prime(j);
  return residues;
}

void report(benchmark::State& state, const CrtBasis& basis) {
  const double pairs = static_cast<double>(argument(state, 0) * argument(state, 1) * integers);
  state.SetLabel(std::string(basis.kernels()));
  state.counters["ns_per_pair"] = benchmark::Counter(pairs * 1e-9 * static_cast<double>(state.iterations()),
                                                     benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void BM_to_residues(benchmark::State& state) {
  const CrtBasis basis = make_basis(state);
  const ExecutionContext ctx = make_context(state);
  std::mt19937_64 random(2);
  const std::size_t bits = 52 * argument(state, 0);
  std::vector<Integer> list(integers);
  for (Integer& x : list) {
    for (std::size_t done = 0; done < bits; done += 64) x = (x << 64) + Integer(random());
    x >>= (64 - bits % 64) % 64;
    if ((random() & 1) != 0) x.negate();
  }
  const IntegerVector values(list);
  std::vector<ResidueVector> residues(basis.size(), ResidueVector(integers));
  const std::vector<std::span<std::uint64_t>> spans(residues.begin(), residues.end());
  for (auto _ : state) {
    basis.to_residues(values, spans, ctx);
    benchmark::ClobberMemory();
  }
  report(state, basis);
}

void BM_from_residues(benchmark::State& state) {
  const CrtBasis basis = make_basis(state);
  const ExecutionContext ctx = make_context(state);
  const std::vector<ResidueVector> residues = random_residues(basis);
  const std::vector<std::span<const std::uint64_t>> spans(residues.begin(), residues.end());
  for (auto _ : state) benchmark::DoNotOptimize(basis.from_residues(spans, ctx));
  report(state, basis);
}

void BM_crt_basis(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make_basis(state));
}

void shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"digits", "primes", "threads"});
  for (const int primes : {2, 5, 10, 20, 40, 80, 160, 256, 300})
    for (const int threads : {1, 2}) b->Args({(50 * primes + 51) / 52, primes, threads});
  b->UseRealTime();
}

BENCHMARK(BM_to_residues)->Apply(shapes);
BENCHMARK(BM_from_residues)->Apply(shapes);
BENCHMARK(BM_crt_basis)->Apply(shapes);

}  // namespace

BENCHMARK_MAIN();
