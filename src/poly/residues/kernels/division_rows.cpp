// Compiles rows of divisions for vectors of four words. Wider ones would have nothing to do: operands are short.
#include "poly/residues/division_rows.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/residues/kernels/division_rows.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2
#endif

namespace {

#if defined(POLYFORK_SIMD_X86)
constexpr IsaTable<DivisionRows> table = {nullptr, kernels::avx2::divide_rows, nullptr, nullptr};
#else
constexpr IsaTable<DivisionRows> table = {nullptr, nullptr, nullptr, nullptr};
#endif

}  // namespace

DivisionRows division_rows(Isa isa) noexcept { return table.select(isa); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
