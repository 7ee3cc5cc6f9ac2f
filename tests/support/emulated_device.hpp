// The emulated device as the process's only one, so that public functions find it. With POLYFORK_TEST_CARD in the
// environment it is the machine's first card, behind the same plan of failures: so that the same small cases run there,
// under compute-sanitizer too.
#pragma once

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "failing_backend.hpp"
#include "gpu/device/find_devices.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/emulation/emulated_backend.hpp"

namespace polyfork::test {

/// For a scope. Nothing may be left on the device at its end. asked: false for a machine whose driver has not told of
/// its devices yet.
class EmulatedDevice {
 public:
  explicit EmulatedDevice(std::size_t memory = std::size_t{1} << 28,
                          double least_timeout = detail::Device::usual_timeout, bool asked = true)
      : backend_(memory, 7), card_(opened_card()) {
    auto device = std::make_unique<detail::Device>(
        DeviceInfo{"emulated", memory, 1, 90, 0},
        [this] {
          detail::DeviceBackend& backend = card_ != nullptr ? *card_ : backend_;
          return std::make_unique<FailingBackend>(backend, plan_);
        },
        memory / 2, least_timeout);
    device_ = device.get();
    std::vector<std::unique_ptr<detail::Device>> devices;
    devices.push_back(std::move(device));
    detail::DeviceRegistry::instance().replace(std::move(devices), asked);
  }
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;
  ~EmulatedDevice() {
    if (!device_->is_lost()) {
      device_->shut_down();
      EXPECT_EQ(backend_.live_objects(), 0U);
    }
    detail::DeviceRegistry::instance().replace({});
  }

  FailurePlan& failures() noexcept { return plan_; }
  /// The emulation's memory and counters, which stay empty where is_card().
  detail::EmulatedBackend& backend() noexcept { return backend_; }
  bool is_card() const noexcept { return card_ != nullptr; }
  detail::Device& device() noexcept { return *device_; }

 private:
  static std::unique_ptr<detail::DeviceBackend> opened_card() {
    if (std::getenv("POLYFORK_TEST_CARD") == nullptr) return nullptr;
    const detail::FoundDevices found = detail::find_devices();
    if (found.ordinals.empty()) throw std::runtime_error("POLYFORK_TEST_CARD: " + found.reason);
    return detail::open_device(found.ordinals.front());
  }

  detail::EmulatedBackend backend_;
  std::unique_ptr<detail::DeviceBackend> card_;
  FailurePlan plan_;
  detail::Device* device_;
};

}  // namespace polyfork::test
