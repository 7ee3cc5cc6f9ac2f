// Compiles leaf_cells.inc.hpp once per instruction set.
#include "rootiso/local/leaf_kernels.hpp"

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"
#include "core/simd/vec_scalar.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace kernels::scalar {
#include "rootiso/local/kernels/leaf_cells.inc.hpp"
}
#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "rootiso/local/kernels/leaf_cells.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2
namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
#include "rootiso/local/kernels/leaf_cells.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<const LeafKernels*> table = {&kernels::scalar::leaf_kernels, &kernels::avx2::leaf_kernels,
                                                &kernels::avx512::leaf_kernels, nullptr};
#else
constexpr IsaTable<const LeafKernels*> table = {&kernels::scalar::leaf_kernels, nullptr, nullptr, nullptr};
#endif

}  // namespace

const IsaTable<const LeafKernels*>& leaf_table() noexcept { return table; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
