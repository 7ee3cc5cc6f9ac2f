// Multi-dimensional plans with chosen kernels, for tests and benchmarks of each of them.
#pragma once

#include <vector>

#include <polyfork/fft/ntt_plan_nd.hpp>

#include "fft/ntt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As NttPlanNd's constructor; preconditions as for make_ntt_plan.
NttPlanNd make_ntt_plan_nd(std::uint64_t prime, std::vector<std::size_t> lengths, const NttKernels& kernels,
                           const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
