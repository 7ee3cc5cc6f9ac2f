#include "core/chunk_store.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "core/limited.hpp"

namespace polyfork::inline v1::detail {

namespace {

/// Chunks in the order in which they were left.
struct Store {
  std::mutex mutex;
  std::array<Chunk, ChunkStore::most_chunks> chunks;
  std::size_t count = 0;
  std::atomic<std::size_t> bytes = 0;  // changes under the mutex

  Chunk remove(std::size_t i) noexcept {
    Chunk chunk = std::move(chunks[i]);
    std::move(chunks.begin() + static_cast<std::ptrdiff_t>(i) + 1, chunks.begin() + static_cast<std::ptrdiff_t>(count),
              chunks.begin() + static_cast<std::ptrdiff_t>(i));
    --count;
    bytes -= chunk.bytes();
    return chunk;
  }
  /// The place of the shortest chunk that serves; count if there is none.
  std::size_t find(std::size_t wanted) const noexcept {
    std::size_t best = count;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t has = chunks[i].bytes();
      if (has >= wanted && has - wanted <= wanted / 4 && (best == count || has < chunks[best].bytes())) best = i;
    }
    return best;
  }
};

/// Never destroyed: threads may still work while the process ends.
Store& store() {
  static Store& instance = *new Store;
  return instance;
}

}  // namespace

Chunk ChunkStore::take(std::size_t bytes) {
  Store& s = store();
  {
    const std::lock_guard lock(s.mutex);
    if (const std::size_t found = s.find(bytes); found != s.count) return s.remove(found);
  }
  return Chunk(bytes);
}

void ChunkStore::leave(Chunk chunk) noexcept {
  const std::size_t bytes = chunk.bytes();
  if (bytes < smallest || bytes > most_kept || limited_in_use()) return;
  Store& s = store();
  std::array<Chunk, most_chunks> freed;  // after the lock is given back
  std::size_t gone = 0;
  const std::lock_guard lock(s.mutex);
  while (s.count == most_chunks || s.bytes > most_kept - bytes) freed[gone++] = s.remove(0);
  s.chunks[s.count++] = std::move(chunk);
  s.bytes += bytes;
}

void ChunkStore::clear() noexcept {
  while (kept() != 0) {
    Chunk freed;  // after the lock is given back
    Store& s = store();
    const std::lock_guard lock(s.mutex);
    if (s.count != 0) freed = s.remove(s.count - 1);
  }
}

std::size_t ChunkStore::kept() noexcept { return store().bytes.load(std::memory_order_relaxed); }

}  // namespace polyfork::inline v1::detail
