// Transforms modulo one prime: every set of kernels, lengths and threads; arrays of two and three dimensions.
//
// The first argument of kernel benchmarks is the set's number, shown as the label; per_butterfly is the wall time
// divided by n log2(n) / 2. Data is transformed in place, again and again.
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/fft/ntt_plan_nd.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/ring/residue_vector.hpp>

#include "fft/convolve_nd.hpp"
#include "fft/ntt_kernels.hpp"
#include "fft/ntt_plan.hpp"

namespace {

using namespace polyfork;

/// Every set of kernels that this processor can run, each with a prime of the size it is for.
std::vector<const detail::NttKernels*> kernel_sets() {
  namespace kernels = detail::kernels;
  std::vector<const detail::NttKernels*> all = {&kernels::scalar::ntt_shoup64, &kernels::scalar::ntt_shoup64_wide};
#if defined(__x86_64__)
  for (const detail::NttKernels* set : {&kernels::avx2::ntt_fma, &kernels::avx512::ntt_fma,
                                        &kernels::ifma::ntt_fraction52, &kernels::ifma::ntt_shoup64})
    if (set->isa <= detected_isa()) all.push_back(set);
#endif
  return all;
}

std::uint64_t prime_for(const detail::NttKernels& kernels) {
  const unsigned bits = kernels.arithmetic != detail::NttArithmetic::shoup64     ? 50
                        : &kernels == &detail::kernels::scalar::ntt_shoup64_wide ? 63
                                                                                 : 62;
  return ntt_primes(std::uint64_t{1} << bits, 27, 1).front();
}

ResidueVector random_residues(std::size_t n, std::uint64_t p) {
  std::mt19937_64 random(n);
  ResidueVector words(n);
  for (auto& word : words) word = random() % p;
  return words;
}

std::size_t argument(const benchmark::State& state, int i) { return static_cast<std::size_t>(state.range(i)); }

/// Counts butterflies of transforms of n points in all.
void count(benchmark::State& state, double n, double transforms = 1) {
  const double butterflies = transforms * n * std::log2(n) / 2;
  state.counters["per_butterfly"] =
      benchmark::Counter(butterflies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Step>
void transform(benchmark::State& state, const Step& step) {
  const detail::NttKernels& kernels = *kernel_sets()[argument(state, 0)];
  const std::size_t n = argument(state, 1);
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(2)));
  const std::uint64_t p = prime_for(kernels);
  const NttPlan plan = detail::make_ntt_plan(p, n, NttKind::cyclic, kernels, ctx);
  ResidueVector data = random_residues(n, p);
  for (auto _ : state) step(plan, data, ctx);
  state.SetLabel(std::string(kernels.name) + (prime_for(kernels) >> 62 != 0 ? " 63 bits" : ""));
  count(state, static_cast<double>(n));
}
void BM_forward(benchmark::State& state) {
  transform(state, [](const NttPlan& plan, ResidueVector& data, const auto& ctx) { plan.forward(data, ctx); });
}
void BM_inverse(benchmark::State& state) {
  transform(state, [](const NttPlan& plan, ResidueVector& data, const auto& ctx) { plan.inverse(data, ctx); });
}

/// The best kernels for a 50-bit prime: lengths along the axes, then threads.
void BM_forward_nd(benchmark::State& state, const std::vector<std::size_t>& lengths) {
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(0)));
  const std::uint64_t p = ntt_primes(std::uint64_t{1} << 50, 27, 1).front();
  const NttPlanNd plan(p, lengths, ctx);
  ResidueVector data = random_residues(plan.size(), p);
  for (auto _ : state) plan.forward(data, ctx);
  count(state, static_cast<double>(plan.size()));
}

/// Products of two arrays of one shape.
void BM_convolve_nd(benchmark::State& state, const std::vector<std::size_t>& shape) {
  const ExecutionContext ctx = ExecutionContext().with_threads(static_cast<int>(state.range(0)));
  const std::uint64_t p = ntt_primes(std::uint64_t{1} << 50, 27, 1).front();
  const auto plan = detail::plan_convolve_nd(p, shape, shape, detail::ntt_kernels(p, active_isa()));
  const ResidueVector a = random_residues(plan.size_a(), p);
  const ResidueVector b = random_residues(plan.size_b(), p);
  ResidueVector out(plan.size());
  for (auto _ : state) detail::convolve_nd(plan, a, b, out, ctx);
  count(state, static_cast<double>(plan.size()), 3);
}

void every_kernel(benchmark::internal::Benchmark* b) {
  b->ArgNames({"kernels", "n", "threads"});
  for (std::size_t set = 0; set < kernel_sets().size(); ++set)
    for (const unsigned log : {6, 8, 10, 12, 14, 16, 18, 20, 22})
      for (const int threads : {1, 2, 4})
        if (threads == 1 || log >= 16) b->Args({static_cast<int>(set), std::int64_t{1} << log, threads});
  for (std::size_t set = 0; set < kernel_sets().size(); ++set)  // truncated
    b->Args({static_cast<int>(set), std::int64_t{9} << 8, 1})->Args({static_cast<int>(set), std::int64_t{11} << 14, 1});
  b->UseRealTime();
}
void threads(benchmark::internal::Benchmark* b) {
  b->ArgName("threads");
  for (const int n : {1, 2, 4}) b->Arg(n);
  b->UseRealTime();
}

BENCHMARK(BM_forward)->Apply(every_kernel);
BENCHMARK(BM_inverse)->Apply(every_kernel);
using Lengths = std::vector<std::size_t>;
BENCHMARK_CAPTURE(BM_forward_nd, 256x256, Lengths{256, 256})->Apply(threads);
BENCHMARK_CAPTURE(BM_forward_nd, 1024x1024, Lengths{1024, 1024})->Apply(threads);
BENCHMARK_CAPTURE(BM_forward_nd, 65536x16, Lengths{65536, 16})->Apply(threads);
BENCHMARK_CAPTURE(BM_forward_nd, 16x65536, Lengths{16, 65536})->Apply(threads);
BENCHMARK_CAPTURE(BM_forward_nd, 128x128x64, Lengths{128, 128, 64})->Apply(threads);
BENCHMARK_CAPTURE(BM_convolve_nd, 500x500, Lengths{500, 500})->Apply(threads);
BENCHMARK_CAPTURE(BM_convolve_nd, 60x60x60, Lengths{60, 60, 60})->Apply(threads);
BENCHMARK_CAPTURE(BM_convolve_nd, 15x15x15x15, Lengths{15, 15, 15, 15})->Apply(threads);
BENCHMARK_CAPTURE(BM_convolve_nd, 2000x2000, Lengths{2000, 2000})->Apply(threads);
BENCHMARK_CAPTURE(BM_convolve_nd, 150x150x150, Lengths{150, 150, 150})->Apply(threads);

}  // namespace

BENCHMARK_MAIN();
