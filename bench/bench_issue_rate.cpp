// The machine's own ceiling: how many multiply-adds its cores issue, on one thread and on all. Speed-ups and
// nanoseconds per butterfly are judged against these figures, since "cores" may share their units or slow each other
// down. items_per_second counts lanes.
#include <benchmark/benchmark.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork::inline v1::detail::kernels {

constexpr int chains = 16;  // more than latency times throughput

namespace ifma {
POLYFORK_SIMD_BEGIN_IFMA
__attribute__((noinline)) static std::uint64_t spin(std::int64_t rounds) {
  VecU64 x[chains];
  for (int i = 0; i < chains; ++i) x[i] = VecU64::broadcast(static_cast<std::uint64_t>(i) + 3);
  const VecU64 y = VecU64::broadcast(12345678901);
  for (std::int64_t r = 0; r < rounds; ++r)
#pragma GCC unroll 16
    for (int i = 0; i < chains; ++i) x[i] = madd52lo(x[i], x[i], y);
  VecU64 sum = x[0];
  for (int i = 1; i < chains; ++i) sum = sum + x[i];
  std::uint64_t words[VecU64::lanes];
  sum.store(words);
  return words[0];
}
POLYFORK_SIMD_END
}  // namespace ifma

namespace avx2 {
POLYFORK_SIMD_BEGIN_AVX2
__attribute__((noinline)) static double spin(std::int64_t rounds) {
  VecF64 x[chains];
  for (int i = 0; i < chains; ++i) x[i] = VecF64::broadcast(1.0 + i);
  const VecF64 y = VecF64::broadcast(0.999);
  for (std::int64_t r = 0; r < rounds; ++r)
#pragma GCC unroll 16
    for (int i = 0; i < chains; ++i) x[i] = fma_add(x[i], y, y);
  VecF64 sum = x[0];
  for (int i = 1; i < chains; ++i) sum = sum + x[i];
  double values[VecF64::lanes];
  sum.store(values);
  return values[0];
}
POLYFORK_SIMD_END
}  // namespace avx2

}  // namespace polyfork::inline v1::detail::kernels

namespace {

namespace kernels = polyfork::detail::kernels;
constexpr std::int64_t rounds = 1 << 16;

void madd52_512(benchmark::State& state) {
  if (polyfork::detected_isa() < polyfork::Isa::ifma) return state.SkipWithError("this machine has no AVX-512-IFMA");
  std::int64_t n = rounds;
  for (auto _ : state) {
    benchmark::DoNotOptimize(n);  // or the call would leave the loop
    benchmark::DoNotOptimize(kernels::ifma::spin(n));
  }
  state.SetItemsProcessed(state.iterations() * rounds * kernels::chains * 8);
}

void fma_256(benchmark::State& state) {
  if (polyfork::detected_isa() < polyfork::Isa::avx2) return state.SkipWithError("this machine has no AVX2");
  std::int64_t n = rounds;
  for (auto _ : state) {
    benchmark::DoNotOptimize(n);
    benchmark::DoNotOptimize(kernels::avx2::spin(n));
  }
  state.SetItemsProcessed(state.iterations() * rounds * kernels::chains * 4);
}

const int all_threads = polyfork::available_threads();
BENCHMARK(madd52_512)->ThreadRange(1, all_threads)->UseRealTime();
BENCHMARK(fma_256)->ThreadRange(1, all_threads)->UseRealTime();

}  // namespace

#endif

BENCHMARK_MAIN();
