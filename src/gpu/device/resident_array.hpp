// Memory of a device that outlives the job that took it.
#pragma once

#include <cstddef>
#include <list>
#include <utility>

#include "gpu/device/device.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An array in a device's pool with one owner. Its end calls no driver, so that it may come at any time and on any
/// thread: the device takes the memory back when its next job begins. Precondition: the device is not shut down before.
template <class T>
class ResidentArray {
 public:
  ResidentArray() noexcept = default;
  /// In a job of this device. Throws like DevicePool::take.
  ResidentArray(Device& device, DeviceJob& job, std::size_t size) : block_(1), device_(&device), size_(size) {
    block_.front() = job.pool().take((size == 0 ? 1 : size) * sizeof(T));
    device.note_resident(size * sizeof(T));
  }
  ResidentArray(ResidentArray&& other) noexcept
      : block_(std::move(other.block_)), device_(std::exchange(other.device_, nullptr)), size_(other.size_) {}
  ResidentArray& operator=(ResidentArray&& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(device_, other.device_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ResidentArray() {
    if (device_ != nullptr && !block_.empty() && block_.front() != nullptr)
      device_->take_back(std::move(block_), size_ * sizeof(T));
  }

  T* get() const noexcept { return static_cast<T*>(block_.front()); }
  std::size_t size() const noexcept { return size_; }

 private:
  std::list<void*> block_;  // of one element, which changes its list without an allocation
  Device* device_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
