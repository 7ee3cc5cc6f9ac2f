// Chunks of one size that finished operations leave for the next.
//
// Fresh memory costs a page fault and the clearing of every page; where the system is itself a guest, the host's as well
// whenever the memory had been free for some seconds: up to half the time of an operation that fills much memory once.
#pragma once

#include <cstddef>

#include "core/chunk.hpp"

namespace polyfork::inline v1::detail {

/// Of the whole process. Thread-safe.
class ChunkStore {
 public:
  static constexpr std::size_t chunk_bytes = std::size_t{8} << 20;
  static constexpr std::size_t most_kept = 16;  ///< chunks

  /// One that was left, or a new one. Throws std::bad_alloc.
  static Chunk take();
  /// Keeps the chunk if there is room and frees it else. Precondition: it has chunk_bytes bytes.
  static void leave(Chunk chunk) noexcept;
  /// Frees what is kept.
  static void clear() noexcept;
  static std::size_t kept() noexcept;
};

}  // namespace polyfork::inline v1::detail
