// Compiles word_columns.inc.hpp for the instruction set that gains by it.
#include "poly/residues/word_columns.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_ifma.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "poly/residues/kernels/word_columns.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr ColumnKernel ifma_kernel = {kernels::ifma::word_columns};
constexpr IsaTable<const ColumnKernel*> table = {nullptr, nullptr, nullptr, &ifma_kernel};
#else
constexpr IsaTable<const ColumnKernel*> table = {nullptr, nullptr, nullptr, nullptr};
#endif

}  // namespace

const ColumnKernel* column_kernel(Isa isa) noexcept { return table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
