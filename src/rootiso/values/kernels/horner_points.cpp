// Compiles horner_points.inc.hpp with and without the 52-bit multiply-add.
#include "rootiso/values/horner_points.hpp"

#include "core/simd/region.hpp"
#include "core/simd/vec_ifma.hpp"
#include "core/simd/vec_scalar.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace kernels::scalar {

__extension__ using HornerWide = unsigned __int128;

/// What the instruction does, for one lane.
static inline HornerWide product52(VecU64 a, VecU64 b) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 52) - 1;
  return static_cast<HornerWide>(a.v & mask) * (b.v & mask);
}
static inline VecU64 madd52lo(VecU64 sum, VecU64 a, VecU64 b) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 52) - 1;
  return {sum.v + (static_cast<std::uint64_t>(product52(a, b)) & mask)};
}
static inline VecU64 madd52hi(VecU64 sum, VecU64 a, VecU64 b) {
  return {sum.v + static_cast<std::uint64_t>(product52(a, b) >> 52)};
}

template <int bits>
static inline VecU64 shift_right_signed(VecU64 a) {
  return {static_cast<std::uint64_t>(static_cast<std::int64_t>(a.v) >> bits)};
}

#include "rootiso/values/kernels/horner_points.inc.hpp"

}  // namespace kernels::scalar

#if defined(POLYFORK_SIMD_X86)
namespace kernels::ifma {
POLYFORK_SIMD_BEGIN_IFMA
#include "rootiso/values/kernels/horner_points.inc.hpp"
POLYFORK_SIMD_END
}  // namespace kernels::ifma
#endif

namespace {

constexpr HornerKernel scalar_kernel = {kernels::scalar::VecU64::lanes, kernels::scalar::horner_points};
#if defined(POLYFORK_SIMD_X86)
constexpr HornerKernel ifma_kernel = {kernels::ifma::VecU64::lanes, kernels::ifma::horner_points};
constexpr IsaTable<const HornerKernel*> table = {&scalar_kernel, nullptr, nullptr, &ifma_kernel};
#else
constexpr IsaTable<const HornerKernel*> table = {&scalar_kernel, nullptr, nullptr, nullptr};
#endif

}  // namespace

const IsaTable<const HornerKernel*>& horner_table() noexcept { return table; }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
