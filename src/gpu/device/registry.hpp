// The devices of this process: found at the first question, started at the first job, never taken down.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>

#include "gpu/device/device.hpp"
#include "gpu/device/find_devices.hpp"

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
  /// Work has been done by the processor that a started device would have done so many seconds sooner. When what is
  /// missed so has cost as much as a start takes, the device is started beside the processor's work, so that a process
  /// loses at most twice what it would have lost if it had known how much work was to come.
  void note_missed(double seconds, const ExecutionContext& ctx) noexcept;
  /// The view after the driver has been asked, where that has not been done before and a plan by the view so far takes
  /// a device, or the processor for so long that loading a driver costs little beside it. Until then plans are made for
  /// the usual card.
  std::optional<DeviceView> view_after_asking(bool plan_takes_device, double processor_seconds,
                                              const ExecutionContext& ctx);
  /// Starts the device that the context may use, on a thread of its own.
  void start_beside(const ExecutionContext& ctx) noexcept;
  void limit_memory(std::size_t bytes);

  /// Puts these devices in place of the machine's; none brings those back. asked: the driver has told of them. For
  /// tests, while nothing uses a device.
  void replace(std::vector<std::unique_ptr<Device>> devices, bool asked = true);
  /// Waits for the end of start_beside().
  void wait_for_start();

 private:
  DeviceRegistry();
  void find();
  bool forked() const noexcept;
  bool may_exist() const noexcept { return replaced_ || devices_may_exist(); }

  std::size_t memory_limit();
  /// Seconds that the start of a device takes from now on, none where it runs; null: of one that is not known yet.
  double startup_seconds(const Device* device) const noexcept;
  static void wait_at_exit();
  void start_now(const ExecutionContext& ctx) noexcept;

  static constexpr std::size_t not_read = ~std::size_t{0};

  int process_;
  std::atomic<double> missed_seconds_{0};
  std::atomic<bool> asked_{false};
  std::atomic<bool> replaced_{false};
  std::atomic<std::size_t> memory_limit_{not_read};
  std::atomic<std::chrono::steady_clock::rep> start_began_{0};  ///< of the start beside; 0: there is none under way
  std::atomic<const Device*> starting_{nullptr};                ///< by it
  std::mutex starter_mutex_;                                    // guards starter_
  std::thread starter_;
  std::mutex mutex_;  // guards what follows
  std::string reason_;
  std::vector<DeviceInfo> infos_;
  std::vector<std::unique_ptr<Device>> devices_;
};

/// What a dispatcher plans with for an algorithm of a device that was asked for by name: never without a device. Throws
/// DeviceError.
DeviceView required_device_view(const ExecutionContext& ctx);

/// Runs work(job), which takes `seconds` as predicted, on the context's device, for which it waits as long as the
/// processor would take; under the policy `on`, Device::long_patience. False when it was not done: the reason is in the
/// statistics, under `what`.
bool run_on_device(const char* what, const ExecutionContext& ctx, double seconds, double processor_seconds,
                   FunctionRef<void(DeviceJob&)> work);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
