// The devices of this process: found at the first question, started at the first job, never taken down.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>

#include "gpu/device/device.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Beside the default context the only process-wide object. It is never destroyed: at the process's end the driver may
/// be gone. A forked child has no devices, since a driver's state does not survive fork().
class DeviceRegistry {
 public:
  static DeviceRegistry& instance();

  const std::vector<DeviceInfo>& infos();
  std::string absence_reason();
  DeviceView view(const ExecutionContext& ctx);
  /// The device that the context may use; null when there is none. Loads the driver.
  Device* device_for(const ExecutionContext& ctx);
  /// Work has been done by the processor that a started device would have done so many seconds sooner. What is missed
  /// so counts against the start: when it has cost as much as a start takes, the device is started, so that a process
  /// loses at most twice what it would have lost if it had known how much work was to come.
  void note_missed(double seconds) noexcept;
  /// Puts this device in place of the machine's; null brings those back. For tests, while nothing uses a device.
  void replace(std::unique_ptr<Device> device);

 private:
  DeviceRegistry();
  void find();
  bool forked() const noexcept;

  /// Seconds that the start of a device which is not running is charged with.
  double startup_seconds() const noexcept;

  int process_;
  std::atomic<double> missed_seconds_{0};
  std::mutex mutex_;  // guards what follows
  bool asked_ = false;
  std::string reason_;
  std::vector<DeviceInfo> infos_;
  std::vector<std::unique_ptr<Device>> devices_;
};

/// Runs work(job), which takes `seconds` as predicted, on the context's device, for which it waits as long as the
/// processor would take; under the policy `on`, Device::long_patience. False when it was not done: the reason is in the
/// statistics.
bool run_on_device(const ExecutionContext& ctx, double seconds, double processor_seconds,
                   FunctionRef<void(DeviceJob&)> work);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
