// The emulated device as the process's only one, so that public functions find it.
#pragma once

#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "failing_backend.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/emulation/emulated_backend.hpp"

namespace polyfork::test {

/// For a scope. Nothing may be left on the device at its end.
class EmulatedDevice {
 public:
  explicit EmulatedDevice(std::size_t memory = std::size_t{1} << 28,
                          double least_timeout = detail::Device::usual_timeout)
      : backend_(memory, 7) {
    auto device = std::make_unique<detail::Device>(
        DeviceInfo{"emulated", memory, 1, 90, 0}, [this] { return std::make_unique<FailingBackend>(backend_, plan_); },
        memory / 2, least_timeout);
    device_ = device.get();
    detail::DeviceRegistry::instance().replace(std::move(device));
  }
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;
  ~EmulatedDevice() {
    if (!device_->is_lost()) {
      device_->shut_down();
      EXPECT_EQ(backend_.live_objects(), 0U);
    }
    detail::DeviceRegistry::instance().replace(nullptr);
  }

  FailurePlan& failures() noexcept { return plan_; }
  detail::EmulatedBackend& backend() noexcept { return backend_; }
  detail::Device& device() noexcept { return *device_; }

 private:
  detail::EmulatedBackend backend_;
  FailurePlan plan_;
  detail::Device* device_;
};

}  // namespace polyfork::test
