// A device made of fibers: every kernel's own text on the processor, for tests.
//
// Work is done when it is asked for, so that queues and events have nothing to do but to be valid. The device's memory
// is poisoned with signalling NaNs when it is given out and when it is taken back; copies that leave an allocation and
// launches whose parameters or shared memory differ from what the kernel needs throw std::logic_error.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "gpu/device/backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class EmulatedBackend : public DeviceBackend {
 public:
  /// memory: bytes of the device; order: the seed of the orders of fibers, see simt::run; shared: bytes of a block.
  explicit EmulatedBackend(std::size_t memory = std::size_t{1} << 32, std::uint64_t order = 0,
                           std::size_t shared = std::size_t{227} << 10)
      : memory_(memory), order_(order), shared_(shared) {}
  ~EmulatedBackend() override;
  EmulatedBackend(const EmulatedBackend&) = delete;
  EmulatedBackend& operator=(const EmulatedBackend&) = delete;

  std::size_t free_bytes() override { return memory_ - used_; }
  unsigned multiprocessors() const noexcept override { return 3; }
  std::size_t shared_bytes() const noexcept override { return shared_; }
  /// Throws DeviceFailure(out_of_memory) beyond the device's memory.
  void* allocate(std::size_t bytes) override;
  void release(void* memory) noexcept override;
  void* allocate_pinned(std::size_t bytes) override;
  void release_pinned(void* memory) noexcept override;

  bool lock_pages(void* memory, std::size_t) noexcept override { return locked_.insert(memory).second; }
  void unlock_pages(void* memory) noexcept override { locked_.erase(memory); }

  void copy_up(DeviceQueue queue, void* to, const void* from, std::size_t bytes) override;
  void copy_down(DeviceQueue queue, void* to, const void* from, std::size_t bytes) override;
  void copy_on_device(DeviceQueue queue, void* to, const void* from, std::size_t bytes) override;
  void clear(DeviceQueue queue, void* memory, std::size_t bytes) override;
  void launch(DeviceQueue queue, KernelId kernel, const KernelLaunch& launch, const void* parameters) override;

  DeviceEvent record(DeviceQueue queue) override;
  void wait_for(DeviceQueue queue, DeviceEvent event) override;
  bool is_finished(DeviceEvent event) override;
  void release_event(DeviceEvent event) noexcept override;

  // What happened so far.
  std::size_t used_bytes() const noexcept { return used_; }
  std::size_t most_used_bytes() const noexcept { return most_used_; }
  std::size_t bytes_up() const noexcept { return bytes_up_; }
  std::size_t bytes_down() const noexcept { return bytes_down_; }
  std::size_t launches() const noexcept { return launches_; }
  /// Pieces of memory that are page-locked.
  std::size_t locked() const noexcept { return locked_.size(); }
  /// Allocations, pinned or not, and events that have not been released.
  std::size_t live_objects() const {
    const std::scoped_lock lock(events_mutex_);
    return blocks_.size() + pinned_.size() + events_.size();
  }

 private:
  void check_range(const void* memory, std::size_t bytes) const;
  static void check_queue(DeviceQueue queue);
  void check_event(DeviceEvent event) const;

  std::size_t memory_;
  std::uint64_t order_;
  std::size_t shared_;
  std::size_t used_ = 0;
  std::size_t most_used_ = 0;
  std::atomic<std::size_t> bytes_up_{0};
  std::atomic<std::size_t> bytes_down_{0};
  std::size_t launches_ = 0;
  std::map<const char*, std::size_t> blocks_;
  std::set<void*> pinned_;
  std::set<void*> locked_;
  mutable std::mutex events_mutex_;  // guards events_: the threads of a copy record events of their own
  std::set<DeviceEvent> events_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
