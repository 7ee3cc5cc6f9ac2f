// Products and sums of doubles are rounded one by one, also where the processor could fuse them: kernels of every
// instruction set, and the baseline code beside them, have to agree.
#include <gtest/gtest.h>

#include <polyfork/core/cpu.hpp>

#include "core/simd/region.hpp"

namespace polyfork::detail::kernels {

namespace baseline {
__attribute__((noinline)) static double product_minus(double a, double b, double c) { return a * b - c; }
}  // namespace baseline

#if defined(POLYFORK_SIMD_X86)
namespace avx2 {
POLYFORK_SIMD_BEGIN_AVX2
__attribute__((noinline)) static double product_minus(double a, double b, double c) { return a * b - c; }
POLYFORK_SIMD_END
}  // namespace avx2
#endif

}  // namespace polyfork::detail::kernels

namespace {

TEST(FpContractIsa, ProductsAndSumsAreNotFused) {
  const double x = 1 + 0x1p-30;
  const double rounded = 1 + 0x1p-29;  // x^2 without its last term, 2^-60
  EXPECT_EQ(polyfork::detail::kernels::baseline::product_minus(x, x, rounded), 0);
#if defined(POLYFORK_SIMD_X86)
  if (polyfork::detected_isa() < polyfork::Isa::avx2) GTEST_SKIP() << "this machine does not offer avx2";
  EXPECT_EQ(polyfork::detail::kernels::avx2::product_minus(x, x, rounded), 0);
#endif
}

}  // namespace
