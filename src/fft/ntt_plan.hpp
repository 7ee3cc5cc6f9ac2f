// Plans with chosen kernels, for tests and benchmarks of each of them.
#pragma once

#include <polyfork/fft/ntt_plan.hpp>

#include "fft/ntt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As NttPlan's constructor. Precondition: supports(kernels.arithmetic, prime); only ntt_shoup64_wide for
/// primes above 2^62.
NttPlan make_ntt_plan(std::uint64_t prime, std::size_t length, NttKind kind, const NttKernels& kernels,
                      const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
