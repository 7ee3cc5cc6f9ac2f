// One CUDA device behind DeviceBackend.
#pragma once

#include <memory>

#include "gpu/device/backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Starts the device. Throws DeviceFailure.
std::unique_ptr<DeviceBackend> make_cuda_backend(int index);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
