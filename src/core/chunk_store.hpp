// Large chunks that finished operations leave for the next.
//
// Fresh memory costs a page fault and the clearing of every page; where the system is itself a guest, the host's as
// well whenever the memory had been free for some seconds: up to half the time of an operation that fills much memory
// once.
#pragma once

#include <cstddef>

#include "core/chunk.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Who wants to know when long chunks are freed, on whichever thread.
class ChunkObserver {
 public:
  virtual ~ChunkObserver() = default;
  /// Just before it happens. Must not free long chunks.
  virtual void is_freed(const std::byte* data) noexcept = 0;
};

/// A long chunk that the store has given out.
struct LiveChunk {
  std::byte* data = nullptr;  ///< null: there is none
  std::size_t bytes = 0;
  bool reused = false;  ///< it was left before
};

/// The store of the whole process. Thread-safe.
class ChunkStore {
 public:
  static constexpr std::size_t smallest = std::size_t{256} << 10;     ///< bytes; the allocator keeps what is shorter
  static constexpr std::size_t smallest_long = std::size_t{4} << 20;  ///< bytes; those below are kept apart
  static constexpr std::size_t most_kept = std::size_t{384} << 20;    ///< bytes in long ones
  static constexpr std::size_t most_kept_short = std::size_t{32} << 20;
  static constexpr std::size_t most_chunks = 32;  ///< of each kind

  /// One of at least so many bytes, and at most a quarter more, that was left, or a new one. Throws MemoryLimit.
  static Chunk take(std::size_t bytes);
  /// Keeps the chunk, in place of those that have been kept for the longest time if need be, or frees it: always while
  /// a memory limit is in use.
  static void leave(Chunk chunk) noexcept;
  /// Frees what is kept.
  static void clear() noexcept;
  /// Bytes.
  static std::size_t kept() noexcept;
  /// The long chunk in use that holds these bytes.
  static LiveChunk holding(const void* data, std::size_t bytes) noexcept;
  /// Puts `next` in place of the observer `now`, which is told nothing from then on; null: none. False where another
  /// one is there.
  static bool observe(ChunkObserver* now, ChunkObserver* next) noexcept;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
