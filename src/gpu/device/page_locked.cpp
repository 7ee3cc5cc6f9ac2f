// Chunks of the store that are page-locked.
#include "gpu/device/page_locked.hpp"

#include <unistd.h>

#include <iterator>

namespace polyfork {
inline namespace v1 {
namespace detail {

PageLocked::PageLocked(DeviceBackend& backend)
    : backend_(backend), process_(getpid()), observes_(ChunkStore::observe(nullptr, this)) {}

PageLocked::~PageLocked() {
  if (observes_) ChunkStore::observe(this, nullptr);
}

bool PageLocked::holds(const void* data, std::size_t bytes) noexcept {
  if (!observes_ || given_up_ || bytes == 0) return false;
  const LiveChunk chunk = ChunkStore::holding(data, bytes);
  if (!chunk.reused) return false;
  const std::scoped_lock lock(mutex_);
  if (chunks_.contains(chunk.data)) return true;
  if (chunk.bytes > most_bytes - bytes_) return false;
  try {
    const auto place = chunks_.emplace(chunk.data, chunk.bytes).first;
    if (!backend_.lock_pages(chunk.data, chunk.bytes)) {
      chunks_.erase(place);
      return false;
    }
  } catch (...) {  // no memory for the note
    return false;
  }
  bytes_ += chunk.bytes;
  return true;
}

void PageLocked::is_freed(const std::byte* data) noexcept {
  if (given_up_ || getpid() != process_) return;  // a driver's state does not survive fork()
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
