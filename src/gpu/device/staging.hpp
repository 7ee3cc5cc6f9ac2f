// Copies between ordinary memory of the host and a device, through page-locked chunks.
//
// A device copies at full speed from and to page-locked memory only, and one core fills that at a tenth of the rate. So
// the cores that are free cut a copy into chunks; each fills a chunk with streaming stores, asks the device to fetch it
// and goes on with the next one, while the device works through those that wait. On the way back each waits for its
// chunk and empties it.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <span>

#include <polyfork/core/context.hpp>

#include "gpu/device/backend.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A copy to the device.
struct UpwardCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0;
};

class Staging {
 public:
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
  static constexpr std::size_t chunks = 64;
  static constexpr std::size_t bytes = chunk_bytes * chunks;  ///< page-locked while a process uses the device

  /// copy_timeout: seconds for the copies of all chunks. Throws DeviceFailure.
  Staging(DeviceBackend& backend, double copy_timeout);
  /// Nothing is released here: at the process's end the driver may be gone.
  ~Staging() = default;
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  /// Gives the chunks back, after which nothing may be copied.
  void release() noexcept;

  /// Returns when the sources have been read, by the same threads one after the other; the device's copies are behind
  /// what was asked of up_queue.
  void up(std::span<const UpwardCopy> copies, const ExecutionContext& ctx);
  /// Returns when `to` is written. Copies stand behind what was asked of down_queue. timeout: seconds that the device
  /// may take in all before DeviceFailure(timeout) is thrown.
  void down(void* to, const void* from, std::size_t bytes, double timeout, const ExecutionContext& ctx);

 private:
  struct Chunk {
    void* memory = nullptr;
    QueueMark last_copy;  // that reads it
  };
  /// A chunk for a scope; it goes back whatever happens.
  class Borrowed;

  DeviceBackend& backend_;
  double copy_timeout_;
  void* memory_;
  std::mutex mutex_;  // guards what follows: a ring, in which the chunk that was left first comes first
  std::array<Chunk, chunks> free_;
  std::size_t first_free_ = 0;
  std::size_t free_count_ = 0;
};

/// Waits until the event is reached, asking without a pause at first and ever less often later. Throws
/// DeviceFailure(timeout) after so many seconds, never where they are infinite.
void wait_for_event(DeviceBackend& backend, DeviceEvent event, double timeout);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
