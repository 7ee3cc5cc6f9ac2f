// Compiles pascal_tile.inc.hpp once per instruction set.
#include "poly/shift/pascal_tile.hpp"

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"
#include "core/simd/vec_scalar.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace kernels::scalar {
#include "poly/shift/kernels/pascal_tile.inc.hpp"
}
#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/shift/kernels/pascal_tile.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2
namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
#include "poly/shift/kernels/pascal_tile.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

namespace {

constexpr PascalKernels scalar_kernels = {Isa::scalar, kernels::scalar::pascal_tile_full,
                                          kernels::scalar::pascal_tile_edge};
#if defined(POLYFORK_SIMD_X86)
constexpr PascalKernels avx2_kernels = {Isa::avx2, kernels::avx2::pascal_tile_full, kernels::avx2::pascal_tile_edge};
constexpr PascalKernels avx512_kernels = {Isa::avx512, kernels::avx512::pascal_tile_full,
                                          kernels::avx512::pascal_tile_edge};
constexpr IsaTable<const PascalKernels*> table = {&scalar_kernels, &avx2_kernels, &avx512_kernels, nullptr};
#else
constexpr IsaTable<const PascalKernels*> table = {&scalar_kernels, nullptr, nullptr, nullptr};
#endif

}  // namespace

const IsaTable<const PascalKernels*>& pascal_table() noexcept { return table; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
