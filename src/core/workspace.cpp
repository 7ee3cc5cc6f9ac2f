// A stack of chunks per thread. A frame remembers the top; closing it moves the top back and keeps a few chunks. Small
// chunks double; a large request gets a chunk of its own size. While a frame is open its bytes belong to the algorithm,
// which charges them; what is unused afterwards nobody charges, so it is bounded: `most_kept` per thread. Long chunks
// go to the store of the process, where the next operation finds them on whatever thread it needs them, unless somebody
// works under a memory limit: then threads keep theirs, but those that have 4 MiB or more no more than `most_kept`
// in all.
#include <polyfork/core/workspace.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>
#include <utility>
#include <vector>

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

struct Stack {
  Stack() = default;
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  ~Stack() { count(0); }

  std::vector<Chunk> chunks;
  std::size_t chunk = 0;    // the one being filled; chunks.size() when there is none yet
  std::size_t offset = 0;   // bytes in use in it, a multiple of the alignment
  std::size_t bytes = 0;    // of all chunks
  std::size_t counted = 0;  // of those in kept_by_all

  std::size_t used() const noexcept { return offset > 0 ? chunk + 1 : chunk; }
  void drop_last() noexcept {
    bytes -= chunks.back().bytes();
    chunks.pop_back();
  }

  /// Leaves unused long chunks to others.
  void share() noexcept {
    std::size_t kept = used();
    for (std::size_t i = kept; i < chunks.size(); ++i) {
      if (is_long(chunks[i])) {
        bytes -= chunks[i].bytes();
        detail::ChunkStore::leave(std::move(chunks[i]));
      } else {
        std::swap(chunks[kept++], chunks[i]);
      }
    }
    chunks.resize(kept);
  }
  std::size_t unused() const noexcept {
    std::size_t sum = 0;
    for (std::size_t i = used(); i < chunks.size(); ++i) sum += chunks[i].bytes();
    return sum;
  }
  /// Drops unused chunks until the others may be kept.
  void drop_excess() noexcept {
    for (std::size_t left = unused(); left > most_kept; drop_last()) left -= chunks.back().bytes();
  }
  /// Drops unused chunks where all threads share the bound: those that have little are not counted.
  void drop_excess_of_all() noexcept {
    std::size_t left = bytes < detail::ChunkStore::smallest_long ? 0 : unused();
    for (count(left); left != 0 && kept_by_all.load(std::memory_order_relaxed) > most_kept; count(left)) {
      left -= chunks.back().bytes();
      drop_last();
    }
  }
  void count(std::size_t kept) noexcept {
    if (kept == counted) return;
    kept_by_all.fetch_add(kept - counted, std::memory_order_relaxed);  // modulo 2^64
    counted = kept;
  }
};

thread_local Stack stack;

}  // namespace

Workspace::Frame::Frame() noexcept : chunk_(stack.chunk), offset_(stack.offset) {}

Workspace::Frame::~Frame() {
  Stack& s = stack;
  s.chunk = chunk_;
  s.offset = offset_;
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
  if (s.chunk < s.chunks.size() && s.chunks[s.chunk].bytes() - s.offset >= rounded) {
    void* result = s.chunks[s.chunk].data() + s.offset;
    s.offset += rounded;
    return result;
  }
  const std::size_t next = s.chunk < s.chunks.size() && s.offset > 0 ? s.chunk + 1 : s.chunk;
  if (next == s.chunks.size() || s.chunks[next].bytes() < rounded) {
    // Everything from next on is unused; what is too small now would stay too small.
    while (s.chunks.size() > next) s.drop_last();
    const std::size_t last = s.chunks.empty() ? first_chunk / 2 : s.chunks.back().bytes();
    const std::size_t wanted = std::max(rounded, std::min(2 * std::min(last, largest_doubled), largest_doubled));
    s.chunks.push_back(wanted < detail::ChunkStore::smallest_long ? Chunk(wanted) : detail::ChunkStore::take(wanted));
    s.bytes += s.chunks.back().bytes();
  }
  s.chunk = next;
  s.offset = rounded;
  return s.chunks[next].data();
}

void Workspace::Frame::throw_overflow() { throw std::bad_array_new_length(); }

std::size_t Workspace::thread_bytes() noexcept { return stack.bytes; }

void Workspace::trim() noexcept {
  Stack& s = stack;
  while (s.used() < s.chunks.size()) s.drop_last();
  s.count(0);
}

}  // namespace v1
}  // namespace polyfork
