// The store of large chunks that finished operations leave for the next: one list under a mutex, bounded in bytes.
#include "core/chunk_store.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>

#include "core/limited.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Chunks in the order in which they were left.
struct Pool {
  explicit Pool(std::size_t most_bytes) noexcept : most_kept(most_bytes) {}

  const std::size_t most_kept;
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

/// Long chunks that are in use.
class LiveChunks {
 public:
  void add(const Chunk& chunk, bool reused) {
    const std::lock_guard lock(mutex_);
    chunks_.insert_or_assign(chunk.data(), LiveChunk{chunk.data(), chunk.bytes(), reused});
  }
  void remove(std::byte* data) noexcept {
    const std::lock_guard lock(mutex_);
    chunks_.erase(data);
  }
  LiveChunk holding(const std::byte* data, std::size_t bytes) const noexcept {
    const std::lock_guard lock(mutex_);
    const auto after = chunks_.upper_bound(const_cast<std::byte*>(data));
    if (after == chunks_.begin()) return {};
    const LiveChunk& chunk = std::prev(after)->second;
    const auto offset = static_cast<std::size_t>(data - chunk.data);
    return offset <= chunk.bytes && bytes <= chunk.bytes - offset ? chunk : LiveChunk();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::byte*, LiveChunk> chunks_;
};

/// Short chunks have a pool of their own: many of them must not displace the long ones.
struct Store {
  Pool brief{ChunkStore::most_kept_short};
  Pool lengthy{ChunkStore::most_kept};
  LiveChunks live;
  std::mutex observing;  // held while the observer is told: it may end as soon as another one is in its place
  ChunkObserver* observer = nullptr;

  Pool& pool_for(std::size_t bytes) noexcept { return bytes < ChunkStore::smallest_long ? brief : lengthy; }
};

/// Never destroyed: threads may still work while the process ends.
Store& store() {
  static Store& instance = *new Store;
  return instance;
}

void clear_pool(Pool& pool) noexcept {
  for (;;) {
    Chunk freed;  // after the lock is given back
    const std::lock_guard lock(pool.mutex);
    if (pool.count == 0) return;
    freed = pool.remove(pool.count - 1);
  }
}

}  // namespace

void free_chunk(std::byte* data, std::size_t bytes) noexcept {
  if (bytes >= ChunkStore::smallest_long) {
    store().live.remove(data);
    const std::lock_guard lock(store().observing);
    if (store().observer != nullptr) store().observer->is_freed(data);
  }
  ::operator delete(data, Chunk::alignment_of(bytes));
}

Chunk ChunkStore::take(std::size_t bytes) {
  Pool& pool = store().pool_for(bytes);
  Chunk chunk;
  {
    const std::lock_guard lock(pool.mutex);
    if (const std::size_t found = pool.find(bytes); found != pool.count) chunk = pool.remove(found);
  }
  const bool reused = chunk.data() != nullptr;
  if (!reused) chunk = Chunk(bytes);
  if (chunk.bytes() >= smallest_long) store().live.add(chunk, reused);
  return chunk;
}

void ChunkStore::leave(Chunk chunk) noexcept {
  const std::size_t bytes = chunk.bytes();
  Pool& pool = store().pool_for(bytes);
  if (bytes >= smallest_long) store().live.remove(chunk.data());
  if (bytes < smallest || bytes > pool.most_kept) return;
  std::array<Chunk, most_chunks> freed;  // after the lock is given back
  std::size_t gone = 0;
  const std::lock_guard lock(pool.mutex);
  if (limited_in_use()) return;  // from the lock on a new limit finds what is kept
  while (pool.count == most_chunks || pool.bytes > pool.most_kept - bytes) freed[gone++] = pool.remove(0);
  pool.chunks[pool.count++] = std::move(chunk);
  pool.bytes += bytes;
}

void ChunkStore::clear() noexcept {
  clear_pool(store().brief);
  clear_pool(store().lengthy);
}

LiveChunk ChunkStore::holding(const void* data, std::size_t bytes) noexcept {
  return store().live.holding(static_cast<const std::byte*>(data), bytes);
}

bool ChunkStore::observe(ChunkObserver* now, ChunkObserver* next) noexcept {
  const std::lock_guard lock(store().observing);
  if (store().observer != now) return false;
  store().observer = next;
  return true;
}

std::size_t ChunkStore::kept() noexcept {
  return store().brief.bytes.load(std::memory_order_relaxed) + store().lengthy.bytes.load(std::memory_order_relaxed);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
