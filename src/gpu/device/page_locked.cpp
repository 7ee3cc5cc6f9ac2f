// Chunks of the store that are page-locked.
#include "gpu/device/page_locked.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iterator>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::atomic<bool> process_ends{false};

/// Whoever ends after the first device was started ends after this handler.
void note_the_end() {
  static const bool noted = std::atexit([] { process_ends = true; }) == 0;
  (void)noted;
}

}  // namespace

PageLocked::PageLocked(DeviceBackend& backend) : backend_(backend), process_(getpid()) { note_the_end(); }

PageLocked::~PageLocked() {
  if (observes_) ChunkStore::observe(this, nullptr);
}

bool PageLocked::holds(const void* data, std::size_t bytes) noexcept {
  if (given_up_ || bytes == 0) return false;
  const LiveChunk chunk = ChunkStore::holding(data, bytes);
  if (!chunk.reused) return false;
  if (!observe()) return false;
  const std::scoped_lock lock(mutex_);
  if (chunks_.contains(chunk.data)) return true;
  if (chunk.bytes > most_bytes - bytes_ || refusals_ >= most_refusals) return false;
  try {
    const auto place = chunks_.emplace(chunk.data, chunk.bytes).first;
    if (!backend_.lock_pages(chunk.data, chunk.bytes)) {
      chunks_.erase(place);
      ++refusals_;
      return false;
    }
    refusals_ = 0;
  } catch (...) {  // no memory for the note
    return false;
  }
  bytes_ += chunk.bytes;
  return true;
}

void PageLocked::give_up() noexcept {
  const std::scoped_lock lock(observing_);
  given_up_ = true;
  if (observes_.exchange(false)) ChunkStore::observe(this, nullptr);
}

/// Whether the store tells this object of chunks that are freed.
bool PageLocked::observe() noexcept {
  if (observes_) return true;
  const std::scoped_lock lock(observing_);
  if (!given_up_) observes_ = ChunkStore::observe(nullptr, this);
  return observes_;
}

void PageLocked::is_freed(const std::byte* data) noexcept {
  if (given_up_ || process_ends || getpid() != process_) return;  // a driver's state does not survive fork()
  const std::scoped_lock lock(mutex_);
  const auto place = chunks_.find(data);
  if (place == chunks_.end()) return;
  backend_.unlock_pages(const_cast<std::byte*>(data));
  bytes_ -= place->second;
  chunks_.erase(place);
}

void PageLocked::release() noexcept {
  const std::scoped_lock lock(mutex_);
  for (const auto& [data, bytes] : chunks_) backend_.unlock_pages(const_cast<std::byte*>(data));
  chunks_.clear();
  bytes_ = 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
