// Scratch memory: a LIFO per thread, for algorithms that need temporary arrays in hot paths without heap traffic.
//
// Workspace::Frame frame; auto span = frame.allocate<std::uint64_t>(n);   // released when frame goes out of scope
//
// Frames nest strictly. A worker that waits at a join may run a stolen task on top of its frames; since that task
// releases its own frames before it returns, the order stays LIFO. Spans are 64-byte aligned and uninitialised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

class POLYFORK_EXPORT Workspace {
 public:
  class POLYFORK_EXPORT Frame {
   public:
    /// Opens a frame on the calling thread's stack.
    Frame() noexcept;
    ~Frame();
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    /// Uninitialised, aligned to 64 bytes, valid until the frame closes. Throws MemoryLimit.
    template <class T>
    requires std::is_trivially_copyable_v<T> std::span<T> allocate(std::size_t count) {
      if (count > std::size_t(-1) / sizeof(T) - 64) throw_overflow();
      return {static_cast<T*>(allocate_bytes(count * sizeof(T))), count};
    }

   private:
    void* allocate_bytes(std::size_t bytes);
    [[noreturn]] static void throw_overflow();
    std::size_t chunk_;
    std::size_t offset_;
  };

  /// Bytes that the calling thread has for its frames. Unused ones are kept for reuse, at most 64 MiB; while no memory
  /// limit is in use chunks from 4 MiB on are left to all threads, while one is in use those 64 MiB are for all threads
  /// that have 4 MiB or more. What open frames hold is charged by the algorithm that opened them.
  static std::size_t thread_bytes() noexcept;
  /// Frees the calling thread's unused chunks. Must be called with no frame open.
  static void trim() noexcept;
};

}  // namespace v1
}  // namespace polyfork
