// Compiles dot_product.inc.hpp once per instruction set.
#include "groebner/dot_product.hpp"

#include <polyfork/core/cpu.hpp>

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"

#if defined(POLYFORK_SIMD_X86)

POLYFORK_SIMD_BEGIN_AVX2
#define POLYFORK_KERNEL_ISA avx2
#include "groebner/kernels/dot_product.inc.hpp"
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

POLYFORK_SIMD_BEGIN_AVX512
#define POLYFORK_KERNEL_ISA avx512
#include "groebner/kernels/dot_product.inc.hpp"
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

SplitSum dot_scalar(const std::uint32_t* a, const std::uint32_t* b, std::size_t n) {
  SplitSum total{0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t product = std::uint64_t{a[i]} * b[i];
    total.low += product & 0xFFFFFFFFU;
    total.high += product >> 32;
  }
  return total;
}

void subtract_scalar(std::uint32_t* to, const std::uint32_t* from, std::size_t n, const WordMultiple& by) {
  for (std::size_t i = 0; i < n; ++i) to[i] = by.subtracted(to[i], from[i]);
}

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<DotKernel> table = {dot_scalar, kernels::avx2::dot_product, kernels::avx512::dot_product, nullptr};
constexpr IsaTable<MultipleKernel> multiples = {subtract_scalar, kernels::avx2::subtract_multiple,
                                                kernels::avx512::subtract_multiple, nullptr};
#else
constexpr IsaTable<DotKernel> table = {dot_scalar, nullptr, nullptr, nullptr};
constexpr IsaTable<MultipleKernel> multiples = {subtract_scalar, nullptr, nullptr, nullptr};
#endif

}  // namespace

const IsaTable<DotKernel>& dot_table() noexcept { return table; }
const IsaTable<MultipleKernel>& multiple_table() noexcept { return multiples; }

std::uint32_t dot(const std::uint32_t* a, const std::uint32_t* b, std::size_t n, const SmallPrime& p) {
  const SplitSum sum = table.select(active_isa())(a, b, n);
  return p.reduce_halves(sum.low, sum.high);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
