// Compiles point_blocks.inc.hpp and point_lanes.inc.hpp once per instruction set and chooses among them.
#include "poly/dense/point_values.hpp"

#include "core/simd/isa_table.hpp"
#include "core/simd/region.hpp"
#include "core/simd/vec_avx2.hpp"
#include "core/simd/vec_avx512.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace kernels::scalar {
#include "poly/dense/kernels/point_blocks.inc.hpp"
}  // namespace kernels::scalar

#if defined(POLYFORK_SIMD_X86)
namespace kernels::avx2 {
POLYFORK_SIMD_BEGIN_AVX2
#include "poly/dense/kernels/point_blocks.inc.hpp"
#include "poly/dense/kernels/point_lanes.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx2
namespace kernels::avx512 {
POLYFORK_SIMD_BEGIN_AVX512
#include "poly/dense/kernels/point_lanes.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::avx512
#endif

namespace {

template <PointValues values>
constexpr PointValuesKernel in_blocks = {values, 4, false};

constexpr const PointValuesKernel* scalar_short = &in_blocks<kernels::scalar::point_blocks::values<true>>;
constexpr const PointValuesKernel* scalar_long = &in_blocks<kernels::scalar::point_blocks::values<false>>;
#if defined(POLYFORK_SIMD_X86)
constexpr const PointValuesKernel* avx2_short = &in_blocks<kernels::avx2::point_blocks::values<true>>;
constexpr const PointValuesKernel* avx2_long = &in_blocks<kernels::avx2::point_blocks::values<false>>;
constexpr PointValuesKernel avx2_lanes = {kernels::avx2::point_lanes::values, 32, true};
constexpr PointValuesKernel avx512_lanes = {kernels::avx512::point_lanes::values, 64, true};
constexpr IsaTable<const PointValuesKernel*> lanes = {scalar_short, &avx2_lanes, &avx512_lanes, nullptr};
#else
constexpr const PointValuesKernel* avx2_short = nullptr;
constexpr const PointValuesKernel* avx2_long = nullptr;
constexpr IsaTable<const PointValuesKernel*> lanes = {scalar_short, nullptr, nullptr, nullptr};
#endif
constexpr IsaTable<const PointValuesKernel*> short_blocks = {scalar_short, avx2_short, nullptr, nullptr};
constexpr IsaTable<const PointValuesKernel*> long_blocks = {scalar_long, avx2_long, nullptr, nullptr};

}  // namespace

PointValues point_values_in_blocks(std::uint64_t p, Isa isa) noexcept {
  return (p >> 62 == 0 ? short_blocks : long_blocks).select(isa)->values;
}

const PointValuesKernel& point_values_kernel(std::uint64_t p, Isa isa) noexcept {
  if (p >> 50 == 0) return *lanes.select(isa);
  return *(p >> 62 == 0 ? short_blocks : long_blocks).select(isa);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
