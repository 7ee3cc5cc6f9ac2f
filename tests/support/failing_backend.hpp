// A device that fails at a chosen step in a chosen way.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "gpu/emulation/emulated_backend.hpp"

namespace polyfork::test {

/// What a FailingBackend does: fails at call number `at` (from 0, of those that can fail), and at all later ones where
/// the failure stays.
struct FailurePlan {
  std::atomic<int> at{-1};
  std::atomic<int> calls{0};
  detail::FailureKind kind = detail::FailureKind::launch;
  std::atomic<bool> never_finishes{false};  ///< events are not reached while this is set
  std::atomic<bool> corrupts{false};        ///< what is copied down is wrong while this is set
  std::function<void()> instead;            ///< called at call `at` in place of the failure
};

/// An emulated device behind a plan of failures. Objects that it gave out are counted by the device.
class FailingBackend : public detail::DeviceBackend {
 public:
  FailingBackend(detail::DeviceBackend& device, FailurePlan& plan) : device_(device), plan_(plan) {}

  std::size_t free_bytes() override {
    step();
    return device_.free_bytes();
  }
  unsigned multiprocessors() const noexcept override { return device_.multiprocessors(); }
  std::size_t shared_bytes() const noexcept override { return device_.shared_bytes(); }
  void* allocate(std::size_t bytes) override {
    step();
    return device_.allocate(bytes);
  }
  void release(void* memory) noexcept override { device_.release(memory); }
  void* allocate_pinned(std::size_t bytes) override {
    step();
    return device_.allocate_pinned(bytes);
  }
  void release_pinned(void* memory) noexcept override { device_.release_pinned(memory); }
  bool lock_pages(void* memory, std::size_t bytes) noexcept override { return device_.lock_pages(memory, bytes); }
  void unlock_pages(void* memory) noexcept override { device_.unlock_pages(memory); }
  void copy_up(detail::DeviceQueue queue, void* to, const void* from, std::size_t bytes) override {
    step();
    device_.copy_up(queue, to, from, bytes);
  }
  void copy_down(detail::DeviceQueue queue, void* to, const void* from, std::size_t bytes) override {
    step();
    device_.copy_down(queue, to, from, bytes);
    if (!plan_.corrupts || bytes == 0) return;
    const detail::QueueMark copied(device_, queue);
    while (!device_.is_finished(copied.event())) std::this_thread::yield();
    *static_cast<unsigned char*>(to) ^= 1;
  }
  void copy_on_device(detail::DeviceQueue queue, void* to, const void* from, std::size_t bytes) override {
    step();
    device_.copy_on_device(queue, to, from, bytes);
  }
  void clear(detail::DeviceQueue queue, void* memory, std::size_t bytes) override {
    step();
    device_.clear(queue, memory, bytes);
  }
  void launch(detail::DeviceQueue queue, detail::KernelId kernel, const detail::KernelLaunch& launch,
              const void* parameters) override {
    step();
    device_.launch(queue, kernel, launch, parameters);
  }
  detail::DeviceEvent record(detail::DeviceQueue queue) override {
    step();
    return device_.record(queue);
  }
  void wait_for(detail::DeviceQueue queue, detail::DeviceEvent event) override {
    step();
    device_.wait_for(queue, event);
  }
  bool is_finished(detail::DeviceEvent event) override {
    step();
    return !plan_.never_finishes && device_.is_finished(event);
  }
  void release_event(detail::DeviceEvent event) noexcept override { device_.release_event(event); }

 private:
  void step() {
    const int call = plan_.calls++;
    const int at = plan_.at;
    if (at < 0 || call < at) return;
    if (plan_.instead) {
      if (call == at) plan_.instead();
      return;
    }
    if (call == at || detail::stays(plan_.kind))
      throw detail::DeviceFailure(plan_.kind, "failure of a test at call " + std::to_string(call));
  }

  detail::DeviceBackend& device_;
  FailurePlan& plan_;
};

}  // namespace polyfork::test
