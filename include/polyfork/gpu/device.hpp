// Devices that can take over large dense operations. Host-only interface: no CUDA name appears here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

struct DeviceInfo {
  std::string name;
  std::size_t memory_bytes = 0;
  int multiprocessors = 0;
};

/// The devices that can be used now; none without CUDA, a driver or a device. Never throws for their absence.
POLYFORK_EXPORT std::vector<DeviceInfo> devices();
/// Why devices() is empty, in words; empty when it is not.
POLYFORK_EXPORT std::string device_absence_reason();

}  // namespace v1
}  // namespace polyfork
