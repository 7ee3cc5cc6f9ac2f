// A device made of fibers: memory, copies, launches and events, each done when it is asked for.
#include "gpu/emulation/emulated_backend.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "gpu/emulation/emulated_kernels.hpp"
#include "gpu/simt/fibers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t alignment = 256;

void* aligned_memory(std::size_t bytes) {
  // Not rounded up in size where the address sanitizer looks: it reports what is touched behind the last byte.
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, bytes) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

EmulatedBackend::~EmulatedBackend() {
  for (const auto& block : blocks_) std::free(const_cast<char*>(block.first));
  for (void* memory : pinned_) std::free(memory);
  for (DeviceEvent event : events_) delete static_cast<char*>(event);
}

void* EmulatedBackend::allocate(std::size_t bytes) {
  if (bytes == 0) throw std::logic_error("an allocation of no bytes");
  if (bytes > free_bytes()) throw DeviceFailure(FailureKind::out_of_memory, "the emulated device's memory is used up");
  void* const memory = aligned_memory(bytes);
  simt::poison(memory, bytes);
  blocks_.emplace(static_cast<const char*>(memory), bytes);
  used_ += bytes;
  most_used_ = std::max(most_used_, used_);
  return memory;
}

void EmulatedBackend::release(void* memory) noexcept {
  const auto block = blocks_.find(static_cast<const char*>(memory));
  if (block == blocks_.end()) return;
  simt::poison(memory, block->second);
  used_ -= block->second;
  blocks_.erase(block);
  std::free(memory);
}

void* EmulatedBackend::allocate_pinned(std::size_t bytes) {
  void* const memory = aligned_memory(bytes);
  pinned_.insert(memory);
  return memory;
}

void EmulatedBackend::release_pinned(void* memory) noexcept {
  if (pinned_.erase(memory) != 0) std::free(memory);
}

void EmulatedBackend::copy_up(DeviceQueue queue, void* to, const void* from, std::size_t bytes) {
  check_queue(queue);
  check_range(to, bytes);
  std::memcpy(to, from, bytes);
  bytes_up_ += bytes;
}

void EmulatedBackend::copy_down(DeviceQueue queue, void* to, const void* from, std::size_t bytes) {
  check_queue(queue);
  check_range(from, bytes);
  std::memcpy(to, from, bytes);
  bytes_down_ += bytes;
}

void EmulatedBackend::copy_on_device(DeviceQueue queue, void* to, const void* from, std::size_t bytes) {
  check_queue(queue);
  check_range(to, bytes);
  check_range(from, bytes);
  std::memcpy(to, from, bytes);
}

void EmulatedBackend::clear(DeviceQueue queue, void* memory, std::size_t bytes) {
  check_queue(queue);
  check_range(memory, bytes);
  std::memset(memory, 0, bytes);
}

void EmulatedBackend::launch(DeviceQueue queue, KernelId kernel, const KernelLaunch& launch, const void* parameters) {
  check_queue(queue);
  if (kernel >= kernel_count) throw std::logic_error("there is no such kernel");
  const KernelInfo& info = kernel_infos[kernel];
  if (launch.threads != info.threads || launch.shared_bytes != info.shared_bytes || launch.shared_bytes > shared_ ||
      launch.blocks == 0 || launch.batch == 0)
    throw std::logic_error("a launch that its kernel was not compiled for");
  // As the card does: the kernel sees a copy.
  const auto* const bytes = static_cast<const unsigned char*>(parameters);
  alignas(16) std::array<unsigned char, 4096> copy;
  if (info.parameter_bytes > copy.size()) throw std::logic_error("parameters of more than 4 KiB");
  std::copy(bytes, bytes + info.parameter_bytes, copy.begin());
  const EmulatedKernel run = emulated_kernels[kernel];
  simt::run(
      {launch.blocks, launch.batch, launch.threads, launch.shared_bytes}, [&] { run(copy.data()); }, order_);
  ++launches_;
}

DeviceEvent EmulatedBackend::record(DeviceQueue queue) {
  check_queue(queue);
  const std::scoped_lock lock(events_mutex_);
  return *events_.insert(new char).first;
}

void EmulatedBackend::wait_for(DeviceQueue queue, DeviceEvent event) {
  check_queue(queue);
  check_event(event);
}

bool EmulatedBackend::is_finished(DeviceEvent event) {
  check_event(event);
  return true;
}

void EmulatedBackend::release_event(DeviceEvent event) noexcept {
  const std::scoped_lock lock(events_mutex_);
  if (events_.erase(event) != 0) delete static_cast<char*>(event);
}

void EmulatedBackend::check_range(const void* memory, std::size_t bytes) const {
  const char* const begin = static_cast<const char*>(memory);
  const auto after = blocks_.upper_bound(begin);
  if (after == blocks_.begin()) throw std::logic_error("no memory of the device");
  const auto& [block, size] = *std::prev(after);
  const auto offset = static_cast<std::size_t>(begin - block);
  if (offset > size || bytes > size - offset) throw std::logic_error("beyond an allocation of the device");
}

void EmulatedBackend::check_queue(DeviceQueue queue) {
  if (queue >= queues) throw std::logic_error("there is no such queue");
}

void EmulatedBackend::check_event(DeviceEvent event) const {
  const std::scoped_lock lock(events_mutex_);
  if (!events_.contains(event)) throw std::logic_error("an event that was released or never recorded");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
