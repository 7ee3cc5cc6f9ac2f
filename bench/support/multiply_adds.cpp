#include "support/multiply_adds.hpp"

#include <array>

#include <polyfork/core/cpu.hpp>

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"

#if defined(POLYFORK_SIMD_X86)

namespace polyfork {
inline namespace v1 {
namespace detail::kernels {

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
__attribute__((noinline)) static std::uint64_t spin(std::int64_t rounds) {
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
  return static_cast<std::uint64_t>(values[0]);
}
POLYFORK_SIMD_END
}  // namespace avx2

}  // namespace detail::kernels
}  // namespace v1
}  // namespace polyfork

#endif

namespace polyfork_bench {
namespace {

constexpr int words = 4;

std::uint64_t spin_words(std::int64_t rounds) {
  std::array<std::uint64_t, words> x{3, 4, 5, 6};
  for (std::int64_t r = 0; r < rounds; ++r)
    for (std::uint64_t& word : x) word = word * word + 12345678901;
  return x[0] + x[1] + x[2] + x[3];
}

}  // namespace

#if defined(POLYFORK_SIMD_X86)
namespace kernels = polyfork::detail::kernels;
MultiplyAdds madd52_512() {
  return {"madd52_512", polyfork::detected_isa() >= polyfork::Isa::ifma, kernels::chains * 8, kernels::ifma::spin};
}
MultiplyAdds fma_256() {
  return {"fma_256", polyfork::detected_isa() >= polyfork::Isa::avx2, kernels::chains * 4, kernels::avx2::spin};
}
#else
MultiplyAdds madd52_512() { return {"madd52_512", false, 0, nullptr}; }
MultiplyAdds fma_256() { return {"fma_256", false, 0, nullptr}; }
#endif

MultiplyAdds best_multiply_adds() {
  for (const MultiplyAdds& loop : {madd52_512(), fma_256()})
    if (loop.available) return loop;
  return {"words", true, words, spin_words};
}

}  // namespace polyfork_bench
