// A stack of chunks per thread. A frame remembers the top; closing it moves the top back and keeps a few chunks. Small
// chunks double; a large request gets a chunk of its own size. While a frame is open its bytes belong to the algorithm,
// which charges them; what is unused afterwards nobody charges, so it is bounded: `most_kept` per thread. Long chunks
// go to the store of the process, where the next operation finds them on whatever thread it needs them, unless somebody
// works under a memory limit: then threads keep theirs, but those that have 4 MiB or more no more than `most_kept`
// in all.
#include <polyfork/core/workspace.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "core/chunk.hpp"
#include "core/chunk_store.hpp"
#include "core/limited.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::Chunk;

constexpr std::size_t alignment = Chunk::alignment;
constexpr std::size_t first_chunk = std::size_t{64} << 10;
constexpr std::size_t largest_doubled = std::size_t{1} << 20;
constexpr std::size_t most_kept = std::size_t{64} << 20;

bool is_long(const Chunk& chunk) noexcept { return chunk.bytes() >= detail::ChunkStore::smallest_long; }

/// Unused bytes that threads have kept under a memory limit.
constinit std::atomic<std::size_t> kept_by_all = 0;

// A thread's stack outlives its thread_local objects, the destructors of which may still compute, and those of static
// objects on the main thread: it is trivially destructible. What it has is freed by a guard when those are destroyed,
// from then on whenever no frame is open.
struct Stack {
  std::vector<Chunk>* list = nullptr;
  bool guarded = true;
  std::size_t chunk = 0;    // the one being filled; chunks.size() when there is none yet
  std::size_t offset = 0;   // bytes in use in it, a multiple of the alignment
  std::size_t bytes = 0;    // of all chunks
  std::size_t counted = 0;  // of those in kept_by_all

  std::vector<Chunk>& chunks();
  /// Frees all chunks. Precondition: none is in use.
  void free_all() noexcept {
    count(0);
    delete std::exchange(list, nullptr);
    bytes = 0;
  }
  std::size_t size() const noexcept { return list == nullptr ? 0 : list->size(); }
  std::size_t used() const noexcept { return offset > 0 ? chunk + 1 : chunk; }
  void drop_last() noexcept {
    bytes -= list->back().bytes();
    list->pop_back();
  }

  /// Leaves unused long chunks to others.
  void share() noexcept {
    std::size_t kept = used();
    for (std::size_t i = kept; i < size(); ++i) {
      if (is_long((*list)[i])) {
        bytes -= (*list)[i].bytes();
        detail::ChunkStore::leave(std::move((*list)[i]));
      } else {
        std::swap((*list)[kept++], (*list)[i]);
      }
    }
    if (list != nullptr) list->resize(kept);
  }
  std::size_t unused() const noexcept {
    std::size_t sum = 0;
    for (std::size_t i = used(); i < size(); ++i) sum += (*list)[i].bytes();
    return sum;
  }
  /// Drops unused chunks until the others may be kept.
  void drop_excess() noexcept {
    for (std::size_t left = unused(); left > most_kept; drop_last()) left -= list->back().bytes();
  }
  /// Drops unused chunks where all threads share the bound: those that have little are not counted.
  void drop_excess_of_all() noexcept {
    std::size_t left = bytes < detail::ChunkStore::smallest_long ? 0 : unused();
    for (count(left); left != 0 && kept_by_all.load(std::memory_order_relaxed) > most_kept; count(left)) {
      left -= list->back().bytes();
      drop_last();
    }
  }
  void count(std::size_t kept) noexcept {
    if (kept == counted) return;
    kept_by_all.fetch_add(kept - counted, std::memory_order_relaxed);  // modulo 2^64
    counted = kept;
  }
};

constinit thread_local Stack stack;

struct Guard {
  /// Called where the stack gets its first chunk, so that the thread has a guard from then on.
  void arm() const noexcept {}
  ~Guard() {
    stack.guarded = false;
    if (stack.used() == 0) stack.free_all();
  }
};

thread_local Guard guard;

std::vector<Chunk>& Stack::chunks() {
  if (list == nullptr) {
    list = new std::vector<Chunk>();
    if (guarded) guard.arm();
  }
  return *list;
}

}  // namespace

Workspace::Frame::Frame() noexcept : chunk_(stack.chunk), offset_(stack.offset) {}

Workspace::Frame::~Frame() {
  Stack& s = stack;
  s.chunk = chunk_;
  s.offset = offset_;
  if (!s.guarded && s.used() == 0) s.free_all();
  if (s.bytes < detail::ChunkStore::smallest_long && s.counted == 0) return;
  if (detail::limited_in_use()) {
    s.drop_excess_of_all();
    return;
  }
  s.count(0);
  s.share();
  if (s.bytes > most_kept) s.drop_excess();
}

void* Workspace::Frame::allocate_bytes(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - (alignment - 1)) throw_overflow();
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  Stack& s = stack;
  std::vector<Chunk>& chunks = s.chunks();
  if (s.chunk < chunks.size() && chunks[s.chunk].bytes() - s.offset >= rounded) {
    void* result = chunks[s.chunk].data() + s.offset;
    s.offset += rounded;
    return result;
  }
  const std::size_t next = s.chunk < chunks.size() && s.offset > 0 ? s.chunk + 1 : s.chunk;
  if (next == chunks.size() || chunks[next].bytes() < rounded) {
    // Everything from next on is unused; what is too small now would stay too small.
    while (chunks.size() > next) s.drop_last();
    const std::size_t last = chunks.empty() ? first_chunk / 2 : chunks.back().bytes();
    const std::size_t wanted = std::max(rounded, std::min(2 * std::min(last, largest_doubled), largest_doubled));
    chunks.push_back(wanted < detail::ChunkStore::smallest_long ? Chunk(wanted) : detail::ChunkStore::take(wanted));
    s.bytes += chunks.back().bytes();
  }
  s.chunk = next;
  s.offset = rounded;
  return chunks[next].data();
}

void Workspace::Frame::throw_overflow() { throw MemoryLimit(SIZE_MAX, 0, MemoryAccount::unlimited); }

std::size_t Workspace::thread_bytes() noexcept { return stack.bytes; }

void Workspace::trim() noexcept {
  Stack& s = stack;
  while (s.used() < s.size()) s.drop_last();
  s.count(0);
}

}  // namespace v1
}  // namespace polyfork
