// The kernels compiled for the processor.
#include "gpu/emulation/emulated_kernels.hpp"

#include "gpu/kernels/fixed_kernels.hpp"
#include "gpu/kernels/formula_kernels.hpp"
#include "gpu/kernels/integer_kernels.hpp"
#include "gpu/kernels/integer_tile_kernels.hpp"
#include "gpu/kernels/rate_kernels.hpp"
#include "gpu/kernels/resident_kernels.hpp"
#include "gpu/kernels/shift_kernels.hpp"
#include "gpu/kernels/short_kernels.hpp"
#include "gpu/kernels/transform_ahead_kernels.hpp"
#include "gpu/kernels/transform_kernels.hpp"
#include "gpu/kernels/word_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

const std::array<EmulatedKernel, kernel_count> emulated_kernels = {{
#define POLYFORK_GPU_KERNEL(name, Parameters, threads, shared_bytes, function) \
  [](const void* parameters) { function(*static_cast<const Parameters*>(parameters)); },
#include "gpu/kernels/kernel_list.inl"
#undef POLYFORK_GPU_KERNEL
}};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
