// What the engine asks of one device. CUDA implements it for cards (gpu/cuda), fibers for tests on the processor
// (gpu/emulation); a test wraps either to make any step fail.
//
// Every call may throw DeviceFailure, which never leaves the layer gpu: its entry points catch it, record the
// reason and report that the device did not do the work. Work on one queue happens in the order in which it was asked
// for; queues are independent but for events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Why a device did not do something.
enum class FailureKind : std::uint8_t {
  no_toolkit,     ///< the library was built without device kernels
  out_of_memory,  ///< of the device or of the pool's budget: the same work in smaller parts may succeed
  launch,         ///< a copy or a kernel was refused
  unsupported,    ///< no device does such work, whatever its memory
  timeout,        ///< the device did not answer in time
  lost,           ///< the context is unusable for the rest of the process
  wrong_result    ///< a sampled check failed
};

/// True where the device must not be asked again by this process.
constexpr bool stays(FailureKind kind) noexcept {
  return kind == FailureKind::timeout || kind == FailureKind::lost || kind == FailureKind::wrong_result;
}

class DeviceFailure : public std::exception {
 public:
  DeviceFailure(FailureKind kind, std::string reason) : kind_(kind), reason_(std::move(reason)) {}
  FailureKind kind() const noexcept { return kind_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  FailureKind kind_;
  std::string reason_;
};

/// An order of work; 0 to DeviceBackend::queues - 1.
using DeviceQueue = unsigned;
inline constexpr DeviceQueue up_queue = 0;    ///< copies to the device
inline constexpr DeviceQueue work_queue = 1;  ///< kernels
inline constexpr DeviceQueue down_queue = 2;  ///< copies from the device
/// A point of a queue's work.
using DeviceEvent = void*;

/// The grid of a launch: `blocks` times `batch` blocks of `threads` threads.
struct KernelLaunch {
  unsigned blocks = 1;
  unsigned batch = 1;
  unsigned threads = 1;
  std::size_t shared_bytes = 0;
};

/// A kernel's place in the list of all kernels (kernels/kernel_list.inl).
using KernelId = unsigned;

/// Copies, events and their queries may be asked for by several threads at once, everything else by one at a time.
class DeviceBackend {
 public:
  static constexpr unsigned queues = 3;

  virtual ~DeviceBackend() = default;

  virtual std::size_t free_bytes() = 0;
  virtual unsigned multiprocessors() const noexcept = 0;
  /// Shared memory that a block may have.
  virtual std::size_t shared_bytes() const noexcept = 0;
  /// Memory of the device, aligned to 256 bytes, never zero bytes.
  virtual void* allocate(std::size_t bytes) = 0;
  /// Waits for work that uses the memory.
  virtual void release(void* memory) noexcept = 0;
  /// Memory of the host that copies reach without a detour.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) noexcept = 0;

  /// Makes ordinary memory page-locked, and ordinary again. False where that is refused.
  virtual bool lock_pages(void* memory, std::size_t bytes) noexcept = 0;
  virtual void unlock_pages(void* memory) noexcept = 0;

  /// Copies return before they are done where the host's memory is pinned.
  virtual void copy_up(DeviceQueue queue, void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_down(DeviceQueue queue, void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_on_device(DeviceQueue queue, void* to, const void* from, std::size_t bytes) = 0;
  virtual void clear(DeviceQueue queue, void* memory, std::size_t bytes) = 0;
  /// parameters: the kernel's parameter structure, copied by the call.
  virtual void launch(DeviceQueue queue, KernelId kernel, const KernelLaunch& launch, const void* parameters) = 0;

  /// The end of what was asked of the queue so far. Events are recycled by release_event.
  virtual DeviceEvent record(DeviceQueue queue) = 0;
  /// Later work of the queue waits for the event.
  virtual void wait_for(DeviceQueue queue, DeviceEvent event) = 0;
  virtual bool is_finished(DeviceEvent event) = 0;
  virtual void release_event(DeviceEvent event) noexcept = 0;
};

/// A point of a queue's work for a scope; none at first.
class QueueMark {
 public:
  QueueMark() noexcept = default;
  QueueMark(DeviceBackend& backend, DeviceQueue queue) : backend_(&backend), event_(backend.record(queue)) {}
  QueueMark(QueueMark&& other) noexcept : backend_(std::exchange(other.backend_, nullptr)), event_(other.event_) {}
  QueueMark& operator=(QueueMark&& other) noexcept {
    std::swap(backend_, other.backend_);
    std::swap(event_, other.event_);
    return *this;
  }
  ~QueueMark() {
    if (backend_ != nullptr) backend_->release_event(event_);
  }

  explicit operator bool() const noexcept { return backend_ != nullptr; }
  DeviceEvent event() const noexcept { return event_; }

 private:
  DeviceBackend* backend_ = nullptr;
  DeviceEvent event_ = nullptr;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
