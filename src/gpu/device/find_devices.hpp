// The devices of this machine. Implemented by gpu/cuda, or by the stub in a build without kernels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <polyfork/gpu/device.hpp>

#include "gpu/device/backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct FoundDevices {
  std::vector<DeviceInfo> list;
  std::vector<int> ordinals;  ///< the driver's numbers of these
  std::string reason;         ///< why there is none
};

/// Whether find_devices() may find one. Costs no more than a look into a folder; the driver is not loaded.
bool devices_may_exist() noexcept;
/// Loads the driver; starts no device. Never throws.
FoundDevices find_devices();
/// Starts a device by the driver's number: hundreds of milliseconds. Throws DeviceFailure.
std::unique_ptr<DeviceBackend> open_device(int ordinal);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
