// The device entry of every kernel, for cudaLaunchKernel.
#pragma once

#include <array>

#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// By KernelId; what a launch needs stands in kernel_infos. Kernels with more than 48 KiB of shared memory have to be
/// allowed that by cudaFuncSetAttribute.
extern const std::array<const void*, kernel_count> cuda_kernel_entries;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
