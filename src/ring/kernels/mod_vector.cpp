// Compiles mod_vector.inc.hpp once per instruction set.
#include "ring/mod_vector.hpp"

#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"
#include "core/simd/vec_ifma.hpp"
#include "core/simd/vec_scalar.hpp"

#define POLYFORK_KERNEL_ISA scalar
#include "ring/kernels/mod_vector.inc.hpp"
#undef POLYFORK_KERNEL_ISA

#if defined(POLYFORK_SIMD_X86)

POLYFORK_SIMD_BEGIN_AVX2
#define POLYFORK_KERNEL_ISA avx2
#define POLYFORK_KERNEL_F64
#include "ring/kernels/mod_vector.inc.hpp"
#undef POLYFORK_KERNEL_F64
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

POLYFORK_SIMD_BEGIN_AVX512
#define POLYFORK_KERNEL_ISA avx512
#define POLYFORK_KERNEL_F64
#include "ring/kernels/mod_vector.inc.hpp"
#undef POLYFORK_KERNEL_F64
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

POLYFORK_SIMD_BEGIN_IFMA
#define POLYFORK_KERNEL_ISA ifma
#define POLYFORK_KERNEL_MADD52
#include "ring/kernels/mod_vector.inc.hpp"
#undef POLYFORK_KERNEL_MADD52
#undef POLYFORK_KERNEL_ISA
POLYFORK_SIMD_END

#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

#define POLYFORK_MOD_VECTOR_ENTRY(level)                                              \
  constexpr ModVectorKernels level##_kernels = {#level,                               \
                                                Isa::level,                           \
                                                kernels::level::add_mod,              \
                                                kernels::level::sub_mod,              \
                                                kernels::level::neg_mod,              \
                                                kernels::level::mul_scalar_mod_shoup, \
                                                kernels::level::add_products_mod52}

POLYFORK_MOD_VECTOR_ENTRY(scalar);
#if defined(POLYFORK_SIMD_X86)
POLYFORK_MOD_VECTOR_ENTRY(avx2);
POLYFORK_MOD_VECTOR_ENTRY(avx512);
POLYFORK_MOD_VECTOR_ENTRY(ifma);
constexpr IsaTable<const ModVectorKernels*> table = {&scalar_kernels, &avx2_kernels, &avx512_kernels, &ifma_kernels};
#else
constexpr IsaTable<const ModVectorKernels*> table = {&scalar_kernels, nullptr, nullptr, nullptr};
#endif

#undef POLYFORK_MOD_VECTOR_ENTRY

}  // namespace

const IsaTable<const ModVectorKernels*>& mod_vector_table() noexcept { return table; }
const ModVectorKernels& mod_vector_kernels() { return *table.select(active_isa()); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
