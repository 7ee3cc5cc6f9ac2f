// Devices that can take over large dense operations. Host-only interface: no CUDA name appears here.
//
// Nothing has to be called: products ask for a device where their plan says that one pays, and compute on the processor
// whenever there is none or it does not do the work. These functions say what is there and what happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
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

/// What one device did of one kind.
struct DeviceOperations {
  std::string what;             ///< "products over Z", "Taylor shifts" ...
  int device = 0;               ///< its place in devices()
  std::uint64_t jobs = 0;       ///< that it did
  std::uint64_t fallbacks = 0;  ///< that it was asked for and did not do
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  double seconds = 0;
};

/// What devices did for this process.
struct DeviceStatistics {
  std::uint64_t jobs = 0;       ///< operations that a device did
  std::uint64_t fallbacks = 0;  ///< operations that were planned for a device and done by the processor
  std::uint64_t bytes_up = 0;   ///< copied to devices
  std::uint64_t bytes_down = 0;
  std::uint64_t samples = 0;                                   ///< results that were checked at a random point
  double seconds = 0;                                          ///< of the jobs, from the first copy to the last
  std::string last_reason;                                     ///< of the last fallback, in words
  std::vector<DeviceOperations> operations;                    ///< the same, in the order of their first jobs
  std::vector<std::pair<std::string, std::uint64_t>> reasons;  ///< of fallbacks, and how often: the first 32 of them
};
POLYFORK_EXPORT DeviceStatistics device_statistics();

/// Starts the device that the context may use, beside what the caller goes on to do: for programs that know of a long
/// job to come while they still read its operands. Returns at once; does nothing where the policy is `off`, where there
/// is no device, or where it runs already. A start takes hundreds of milliseconds, which jobs that come before its end
/// are charged with in part.
POLYFORK_EXPORT void start_device(const ExecutionContext& ctx = ExecutionContext::default_context());

/// Bytes that this process may use at most on each device, in place of POLYFORK_GPU_MEMORY; 0: four fifths of what is
/// free at the start. Memory that polynomials on a device hold already stays with them.
POLYFORK_EXPORT void limit_device_memory(std::size_t bytes);

/// What a dispatcher may plan with under this context: nothing usable where its policy says `off` or no device can be
/// asked. Throws DeviceError when the policy says `on` and there is none.
POLYFORK_EXPORT DeviceView device_view(const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
