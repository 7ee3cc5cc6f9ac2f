#include "ring/crt_kernels.hpp"

namespace polyfork::inline v1::detail {

namespace {

// The scalar entry is null: the portable conversions work with limbs and need no digits.
#if defined(__x86_64__)
constexpr IsaTable<const CrtKernels*> table = {nullptr, &kernels::avx2::crt_fma, &kernels::avx512::crt_fma,
                                               &kernels::ifma::crt_madd52};
#else
constexpr IsaTable<const CrtKernels*> table = {nullptr, nullptr, nullptr, nullptr};
#endif

}  // namespace

const CrtKernels* crt_kernels(Isa isa) noexcept { return table.select(isa); }

}  // namespace polyfork::inline v1::detail
