// Compiles columns for vectors with 52-bit multiply-adds, and for vectors of doubles.
#include "poly/residues/word_columns.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_ifma.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/residues/kernels/word_columns_doubles.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "poly/residues/kernels/word_columns.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr ColumnKernel avx2_kernel = {kernels::avx2::prepare_columns, kernels::avx2::word_columns};
constexpr ColumnKernel ifma_kernel = {kernels::ifma::prepare_columns, kernels::ifma::word_columns};
constexpr IsaTable<const ColumnKernel*> table = {nullptr, &avx2_kernel, nullptr, &ifma_kernel};
#else
constexpr IsaTable<const ColumnKernel*> table = {nullptr, nullptr, nullptr, nullptr};
#endif

}  // namespace

const ColumnKernel* column_kernel(Isa isa) noexcept { return table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
