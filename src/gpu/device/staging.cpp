// Copies through page-locked chunks.
#include "gpu/device/staging.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "gpu/device/stream_copy.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Bytes of a copy that go through one chunk: of short copies less than it holds, so that all threads have some; but
/// every piece costs the driver some microseconds, in which other threads wait for it.
std::size_t piece_bytes(std::size_t size, const ExecutionContext& ctx) noexcept {
  constexpr std::size_t least = std::size_t{256} << 10;
  constexpr std::size_t page = 4096;
  const std::size_t share = size / static_cast<std::size_t>(ctx.threads());
  return std::clamp((share + page - 1) / page * page, least, Staging::chunk_bytes);
}

}  // namespace

void wait_for_event(DeviceBackend& backend, DeviceEvent event, double timeout) {
  using Seconds = std::chrono::duration<double>;
  using Clock = std::chrono::steady_clock;
  // A system wakes a thread some 55 us after the time that it asked for: as long as a copy of 3 MB takes.
  constexpr Seconds without_pause(400e-6);
  constexpr Seconds longest_pause(200e-6);
  constexpr double pause_share = 0.125;  // of the time so far
  const Clock::time_point begin = Clock::now();
  while (!backend.is_finished(event)) {
    const Seconds waited = Clock::now() - begin;
    if (waited.count() > timeout) throw DeviceFailure(FailureKind::timeout, "the device did not answer in time");
    if (waited < without_pause)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::min(longest_pause, waited * pause_share));
  }
}

class Staging::Borrowed {
 public:
  explicit Borrowed(Staging& staging) : staging_(staging) {
    while (!take()) std::this_thread::yield();  // more threads than chunks
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() {
    const std::scoped_lock lock(staging_.mutex_);
    staging_.free_[(staging_.first_free_ + staging_.free_count_++) % chunks] = std::move(chunk_);
  }

  /// Once the copies that read it are done. Throws DeviceFailure.
  void* memory() {
    if (chunk_.last_copy) wait_for_event(staging_.backend_, chunk_.last_copy.event(), staging_.copy_timeout_);
    chunk_.last_copy = QueueMark();
    return chunk_.memory;
  }
  /// Who takes the chunk next waits for the copies that the queue was asked for so far.
  void is_read_by(DeviceQueue queue) { chunk_.last_copy = QueueMark(staging_.backend_, queue); }

 private:
  bool take() {
    const std::scoped_lock lock(staging_.mutex_);
    if (staging_.free_count_ == 0) return false;
    chunk_ = std::move(staging_.free_[staging_.first_free_]);
    staging_.first_free_ = (staging_.first_free_ + 1) % chunks;
    --staging_.free_count_;
    return true;
  }

  Staging& staging_;
  Chunk chunk_;
};

Staging::Staging(DeviceBackend& backend, double copy_timeout)
    : backend_(backend), copy_timeout_(copy_timeout), memory_(backend.allocate_pinned(bytes)) {
  auto* const memory = static_cast<char*>(memory_);
  for (Chunk& chunk : free_) chunk.memory = memory + free_count_++ * chunk_bytes;
}

void Staging::release() noexcept {
  for (Chunk& chunk : free_) chunk.last_copy = QueueMark();
  free_count_ = 0;
  backend_.release_pinned(memory_);
}

void Staging::up(std::span<const UpwardCopy> copies, const ExecutionContext& ctx) {
  std::size_t size = 0;
  for (const UpwardCopy& copy : copies) size += copy.bytes;
  const std::size_t piece = piece_bytes(size, ctx);
  std::vector<UpwardCopy> pieces;
  pieces.reserve(size / piece + copies.size());
  for (const auto& [to, from, bytes] : copies)
    for (std::size_t at = 0; at < bytes; at += piece)
      pieces.push_back({static_cast<char*>(to) + at, static_cast<const char*>(from) + at, std::min(piece, bytes - at)});
  parallel_for(ctx, pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Borrowed chunk(*this);
      void* const memory = chunk.memory();
      stream_copy(memory, pieces[i].from, pieces[i].bytes);
      backend_.copy_up(up_queue, pieces[i].to, memory, pieces[i].bytes);
      chunk.is_read_by(up_queue);
    }
  });
}

void Staging::down(void* to, const void* from, std::size_t size, double timeout, const ExecutionContext& ctx) {
  const std::size_t piece = piece_bytes(size, ctx);
  const std::size_t count = (size + piece - 1) / piece;
  parallel_for(ctx, count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = i * piece;
      const std::size_t length = std::min(piece, size - at);
      Borrowed chunk(*this);
      void* const memory = chunk.memory();
      backend_.copy_down(down_queue, memory, static_cast<const char*>(from) + at, length);
      const QueueMark copied(backend_, down_queue);
      wait_for_event(backend_, copied.event(), timeout);
      stream_copy(static_cast<char*>(to) + at, memory, length);
    }
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
