#include "core/chunk_store.hpp"

#include <array>
#include <atomic>
#include <mutex>

namespace polyfork::inline v1::detail {

namespace {

struct Store {
  std::mutex mutex;
  std::array<Chunk, ChunkStore::most_kept> chunks;
  std::atomic<std::size_t> count = 0;  // changes under the mutex
};

/// Never destroyed: threads may still work while the process ends.
Store& store() {
  static Store& instance = *new Store;
  return instance;
}

}  // namespace

Chunk ChunkStore::take() {
  Store& s = store();
  {
    const std::lock_guard lock(s.mutex);
    if (s.count != 0) return std::move(s.chunks[--s.count]);
  }
  return Chunk(chunk_bytes);
}

void ChunkStore::leave(Chunk chunk) noexcept {
  Store& s = store();
  const std::lock_guard lock(s.mutex);
  if (s.count != most_kept) s.chunks[s.count++] = std::move(chunk);
}

void ChunkStore::clear() noexcept {
  while (kept() != 0) {
    Chunk freed;  // after the lock is given back
    Store& s = store();
    const std::lock_guard lock(s.mutex);
    if (s.count != 0) freed = std::move(s.chunks[--s.count]);
  }
}

std::size_t ChunkStore::kept() noexcept { return store().count.load(std::memory_order_relaxed); }

}  // namespace polyfork::inline v1::detail
