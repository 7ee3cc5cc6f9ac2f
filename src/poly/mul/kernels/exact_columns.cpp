// Compiles exact_columns.inc.hpp for vectors of four and of eight doubles.
#include "poly/mul/kernels/exact_columns.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/mul/kernels/exact_columns.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2

namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
#include "poly/mul/kernels/exact_columns.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

const ExactColumns* exact_columns(Isa isa) noexcept {
#if defined(POLYFORK_SIMD_X86)
  static constexpr ExactColumns avx2 = {kernels::avx2::exact_columns_run};
  static constexpr ExactColumns avx512 = {kernels::avx512::exact_columns_run};
  constexpr IsaTable<const ExactColumns*> table = {nullptr, &avx2, &avx512, nullptr};
#else
  constexpr IsaTable<const ExactColumns*> table = {nullptr, nullptr, nullptr, nullptr};
#endif
  return table.select(isa);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
