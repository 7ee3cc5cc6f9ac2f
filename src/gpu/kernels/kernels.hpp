// The kernels by name, and what a launch of each needs. For the host; the kernels themselves are compiled into tables
// by gpu/cuda and gpu/emulation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/device/backend.hpp"
#include "gpu/kernels/conversion_parameters.hpp"
#include "gpu/kernels/field_f31.hpp"
#include "gpu/kernels/field_f50.hpp"
#include "gpu/kernels/fixed_parameters.hpp"
#include "gpu/kernels/formula_parameters.hpp"
#include "gpu/kernels/integer_tiles.hpp"
#include "gpu/kernels/rate_parameters.hpp"
#include "gpu/kernels/resident_parameters.hpp"
#include "gpu/kernels/shift_parameters.hpp"
#include "gpu/kernels/short_parameters.hpp"
#include "gpu/kernels/tiles.hpp"
#include "gpu/kernels/transform_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

enum class Kernel : KernelId {
#define POLYFORK_GPU_KERNEL(name, Parameters, threads, shared_bytes, function) name,
#include "gpu/kernels/kernel_list.inl"
#undef POLYFORK_GPU_KERNEL
  count
};

/// The kernel of a field that does what this one does for F50.
template <class Field>
constexpr Kernel kernel_for(Kernel of_f50) noexcept {
  constexpr KernelId distance = std::is_same_v<Field, F50> ? 0
                                                           : static_cast<KernelId>(Kernel::forward_columns_4_f31) -
                                                                 static_cast<KernelId>(Kernel::forward_columns_4);
  return static_cast<Kernel>(static_cast<KernelId>(of_f50) + distance);
}

inline constexpr std::size_t kernel_count = static_cast<std::size_t>(Kernel::count);

struct KernelInfo {
  const char* name;
  unsigned threads;
  std::size_t shared_bytes;
  std::size_t parameter_bytes;
};

/// What a launch of the kernel needs.
inline constexpr std::array<KernelInfo, kernel_count> kernel_infos = {{
#define POLYFORK_GPU_KERNEL(name, Parameters, threads, shared_bytes, function) \
  {#name, threads, shared_bytes, sizeof(Parameters)},
#include "gpu/kernels/kernel_list.inl"
#undef POLYFORK_GPU_KERNEL
}};

/// Asks the queue for blocks times batch blocks of the kernel.
template <class Parameters>
void launch(DeviceBackend& backend, DeviceQueue queue, Kernel kernel, unsigned blocks, unsigned batch,
            const Parameters& parameters) {
  const KernelInfo& info = kernel_infos[static_cast<std::size_t>(kernel)];
  backend.launch(queue, static_cast<KernelId>(kernel), {blocks, batch, info.threads, info.shared_bytes}, &parameters);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
