// A device's memory within a budget: blocks that are given back are kept for the next job.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "gpu/device/backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class DevicePool {
 public:
  /// budget: bytes of the device that blocks may take in all.
  DevicePool(DeviceBackend& backend, std::size_t budget) : backend_(backend), budget_(budget) {}
  /// Nothing is released here: at the process's end the driver may be gone.
  ~DevicePool() = default;
  DevicePool(const DevicePool&) = delete;
  DevicePool& operator=(const DevicePool&) = delete;

  std::size_t budget() const noexcept { return budget_; }
  /// For blocks that are taken from now on; what is kept beyond it goes back to the device.
  void set_budget(std::size_t budget) noexcept;
  /// Bytes of blocks that are in use, and of those that are kept.
  std::size_t used() const noexcept { return used_; }
  std::size_t kept() const noexcept { return kept_; }

  /// A block of at least so many bytes: one that is kept and at most a quarter longer, or a new one. Throws
  /// DeviceFailure(out_of_memory) beyond the budget or when the device has no more.
  void* take(std::size_t bytes);
  /// Keeps a block. Work that uses it may be queued still: what takes it next is queued behind.
  void leave(void* block) noexcept;
  /// Gives what is kept back to the device, which waits for the work that uses it.
  void trim() noexcept;

 private:
  DeviceBackend& backend_;
  std::size_t budget_;
  std::size_t used_ = 0;
  std::size_t kept_ = 0;
  std::map<void*, std::size_t> sizes_;
  std::multimap<std::size_t, void*> free_;
};

/// An array in a pool's memory. Throws like DevicePool::take.
template <class T>
class DeviceArray {
 public:
  DeviceArray() noexcept = default;
  DeviceArray(DevicePool& pool, std::size_t size)
      : pool_(&pool), data_(static_cast<T*>(pool.take((size == 0 ? 1 : size) * sizeof(T)))), size_(size) {}
  DeviceArray(DeviceArray&& other) noexcept
      : pool_(std::exchange(other.pool_, nullptr)), data_(other.data_), size_(other.size_) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~DeviceArray() {
    if (pool_ != nullptr) pool_->leave(data_);
  }

  T* get() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  DevicePool* pool_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
