// Every kernel as a function on the processor, for one thread of a fiber's block.
#pragma once

#include <array>

#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

using EmulatedKernel = void (*)(const void* parameters);
extern const std::array<EmulatedKernel, kernel_count> emulated_kernels;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
