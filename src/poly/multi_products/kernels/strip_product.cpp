// Compiles the kernels for the instruction sets that gain by them. See strip_kernels.hpp.
#include <algorithm>

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"
#include "poly/multi_products/strip_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;
__extension__ using signed_wide = __int128;

/// With 128 bits in registers.
void multiply_add_words(const std::int64_t* f, std::size_t p, const StripRow& row, std::uint64_t* low,
                        std::uint64_t* high, std::ptrdiff_t offset) {
  for (const Strip* strip = row.begin; strip != row.end; ++strip) {
    const std::int64_t* const g = row.words + strip->offset;
    const std::size_t q = strip->length;
    const std::ptrdiff_t base = offset + static_cast<std::ptrdiff_t>(strip->place);
    for (std::size_t k = 0; k + 1 < p + q; ++k) {
      std::uint64_t& l = low[base + static_cast<std::ptrdiff_t>(k)];
      std::uint64_t& h = high[base + static_cast<std::ptrdiff_t>(k)];
      wide sum = (wide{h} << 64) | l;
      const std::size_t end = std::min(p, k + 1);
      for (std::size_t i = k < q ? 0 : k - q + 1; i < end; ++i)
        sum += static_cast<wide>(static_cast<signed_wide>(f[i]) * g[k - i]);
      l = static_cast<std::uint64_t>(sum);
      h = static_cast<std::uint64_t>(sum >> 64);
    }
  }
}

constexpr StripKernels scalar_kernels = {Isa::scalar, 63, 64, multiply_add_words, {}};

}  // namespace

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/multi_products/kernels/strip_product_32.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "poly/multi_products/kernels/strip_product.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
namespace {
constexpr StripKernels avx2_kernels = {
    Isa::avx2, 63, 64, multiply_add_words, {kernels::avx2::multiply_add_signed_strips, 31, 62, true}};
constexpr StripKernels ifma_kernels = {
    Isa::ifma, 51, 52, kernels::ifma::multiply_add_strips, {kernels::ifma::multiply_add_narrow_strips, 51, 52, false}};
constexpr IsaTable<const StripKernels*> table = {&scalar_kernels, &avx2_kernels, nullptr, &ifma_kernels};
}  // namespace
#else
namespace {
constexpr IsaTable<const StripKernels*> table = {&scalar_kernels, nullptr, nullptr, nullptr};
}  // namespace
#endif

const IsaTable<const StripKernels*>& strip_table() noexcept { return table; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
