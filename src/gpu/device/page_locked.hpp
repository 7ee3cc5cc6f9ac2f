// Results and operands in page-locked memory: copies that need no detour.
//
// Large vectors lie in chunks of the ChunkStore, which come back again and again. A chunk that does and is copied to or
// from the device is page-locked, once, until it is freed: that takes as long as some ten copies of it, and then a copy
// takes no processor and half the time.
//
// After fork() the parent goes on as before, and the child, which has no devices, unlocks nothing. Linux copies
// page-locked pages for the child from 5.12 on; before, the process that first writes to such a page gets a new one,
// and if that is the parent, the device still reads and writes the old one. Programs for such systems that fork and go
// on in both processes do so before they use a device, or use none.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>

#include "core/chunk_store.hpp"
#include "gpu/device/backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The page-locked chunks of one device at a time. Where there are several devices, the first one that asks has them,
/// until it is lost. From the process's end on, when the driver may be gone, no pages are unlocked: vectors with static
/// storage end then.
class PageLocked : public ChunkObserver {
 public:
  static constexpr std::size_t most_bytes = std::size_t{512} << 20;
  static constexpr int most_refusals = 3;  ///< of the driver, in a row; then it is not asked any more

  explicit PageLocked(DeviceBackend& backend);
  ~PageLocked() override;
  PageLocked(const PageLocked&) = delete;
  PageLocked& operator=(const PageLocked&) = delete;

  /// Whether the bytes are page-locked; they are made so where that will pay.
  bool holds(const void* data, std::size_t bytes) noexcept;
  void is_freed(const std::byte* data) noexcept override;
  /// The device is lost: its driver is not asked for anything any more.
  void give_up() noexcept;
  /// Unlocks all of them: for devices that end before the process does.
  void release() noexcept;

 private:
  bool observe() noexcept;

  DeviceBackend& backend_;
  int process_;
  std::atomic<bool> given_up_{false};
  std::atomic<bool> observes_{false};
  std::mutex observing_;  // held while that changes; the store holds a lock of its own while it calls is_freed()
  std::mutex mutex_;      // guards what follows
  std::map<const std::byte*, std::size_t> chunks_;
  std::size_t bytes_ = 0;
  int refusals_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
