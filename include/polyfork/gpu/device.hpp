// Devices that can take over large dense operations. Host-only interface: no CUDA name appears here.
//
// Nothing has to be called: products ask for a device where their plan says that one pays, and compute on the processor
// whenever there is none or it does not do the work. These functions say what is there and what happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/device.hpp>
#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

struct DeviceInfo {
  std::string name;
  std::size_t memory_bytes = 0;
  int multiprocessors = 0;
  int capability = 0;  ///< compute capability, ten times: 90 for 9.0
  int driver = 0;      ///< the CUDA version that the driver offers, as 13000 for 13.0
};

/// The devices that can be used now; none without CUDA, a driver or a device. Never throws for their absence. The first
/// call loads the driver; no device is started.
POLYFORK_EXPORT std::vector<DeviceInfo> devices();
/// Why devices() is empty, in words; empty when it is not.
POLYFORK_EXPORT std::string device_absence_reason();

/// What devices did for this process.
struct DeviceStatistics {
  std::uint64_t jobs = 0;       ///< operations that a device did
  std::uint64_t fallbacks = 0;  ///< operations that were planned for a device and done by the processor
  std::uint64_t bytes_up = 0;   ///< copied to devices
  std::uint64_t bytes_down = 0;
  std::uint64_t samples = 0;  ///< results that were checked at a random point
  double seconds = 0;         ///< of the jobs, from the first copy to the last
  std::string last_reason;    ///< of the last fallback, in words
};
POLYFORK_EXPORT DeviceStatistics device_statistics();

/// What a dispatcher may plan with under this context: nothing usable where its policy says `off` or no device can be
/// asked. Throws DeviceError when the policy says `on` and there is none.
POLYFORK_EXPORT DeviceView device_view(const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
