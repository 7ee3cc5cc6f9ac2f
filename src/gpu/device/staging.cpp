// Copies through page-locked chunks.
#include "gpu/device/staging.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <polyfork/core/parallel.hpp>

#include "gpu/device/stream_copy.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double copy_timeout = 10;  // seconds: for 64 MiB at most

}  // namespace

void wait_for_event(DeviceBackend& backend, DeviceEvent event, double timeout) {
  using Clock = std::chrono::steady_clock;
  constexpr int spins = 200;
  for (int i = 0; i < spins; ++i)
    if (backend.is_finished(event)) return;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout));
  auto pause = std::chrono::microseconds(5);
  while (!backend.is_finished(event)) {
    if (Clock::now() > end) throw DeviceFailure(FailureKind::timeout, "the device did not answer in time");
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(200));
  }
}

Staging::Staging(DeviceBackend& backend) : backend_(backend), memory_(backend.allocate_pinned(bytes)) {
  auto* const memory = static_cast<char*>(memory_);
  for (std::size_t i = 0; i < chunks; ++i) free_.push_back({memory + i * chunk_bytes, nullptr});
}

void Staging::release() noexcept {
  for (const Chunk& chunk : free_)
    if (chunk.event != nullptr) backend_.release_event(chunk.event);
  free_.clear();
  backend_.release_pinned(memory_);
}

Staging::Chunk Staging::take() {
  for (;;) {
    Chunk chunk{nullptr, nullptr};
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        chunk = free_.front();
        free_.erase(free_.begin());
      }
    }
    if (chunk.memory == nullptr) {  // more threads than chunks
      std::this_thread::yield();
      continue;
    }
    if (chunk.event == nullptr) return chunk;
    wait_for_event(backend_, chunk.event, copy_timeout);
    backend_.release_event(chunk.event);
    chunk.event = nullptr;
    return chunk;
  }
}

void Staging::leave(Chunk chunk) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(chunk);
}

void Staging::up(void* to, const void* from, std::size_t size, const ExecutionContext& ctx) {
  const std::size_t count = (size + chunk_bytes - 1) / chunk_bytes;
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = i * chunk_bytes;
      const std::size_t length = std::min(chunk_bytes, size - at);
      Chunk chunk = take();
      stream_copy(chunk.memory, static_cast<const char*>(from) + at, length);
      backend_.copy_up(up_queue, static_cast<char*>(to) + at, chunk.memory, length);
      chunk.event = backend_.record(up_queue);
      leave(chunk);
    }
  });
}

void Staging::down(void* to, const void* from, std::size_t size, double timeout, const ExecutionContext& ctx) {
  const std::size_t count = (size + chunk_bytes - 1) / chunk_bytes;
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = i * chunk_bytes;
      const std::size_t length = std::min(chunk_bytes, size - at);
      const Chunk chunk = take();
      backend_.copy_down(down_queue, chunk.memory, static_cast<const char*>(from) + at, length);
      const DeviceEvent event = backend_.record(down_queue);
      wait_for_event(backend_, event, timeout);
      backend_.release_event(event);
      stream_copy(static_cast<char*>(to) + at, chunk.memory, length);
      leave(chunk);
    }
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
