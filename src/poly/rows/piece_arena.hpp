// Memory for the pieces of a sparse product: allocated bit by bit while ranges are finished, freed all at once.
//
// The pieces of a large product are hundreds of arrays of about a megabyte. On the heap each is mapped and unmapped by
// itself and has a page fault for every 4 KiB, a tenth of the product's time, and threads wait for one another in the
// kernel. Here each thread takes them from chunks in huge pages of its own, which the next product uses again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "core/chunk.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One thread's arrays. They are not freed one by one: whoever knows how long an array gets reserves that.
class PieceArena {
 public:
  explicit PieceArena(SharedCharge& charge) : charge_(charge) {}
  PieceArena(const PieceArena&) = delete;
  PieceArena& operator=(const PieceArena&) = delete;
  ~PieceArena();
  /// For any scalar; charged first. Throws MemoryLimit, std::bad_alloc.
  void* allocate(std::size_t bytes);

 private:
  SharedCharge& charge_;
  std::vector<Chunk> chunks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t total_ = 0;  // bytes of all chunks
};

/// The arenas of a product, with their bytes charged. Outlives its pieces.
class PieceArenas {
 public:
  explicit PieceArenas(MemoryAccount& account) : charge_(account) {}
  /// For the calling thread. May be called by several threads.
  PieceArena& open() {
    auto arena = std::make_unique<PieceArena>(charge_);
    const std::lock_guard lock(mutex_);
    arenas_.push_back(std::move(arena));
    return *arenas_.back();
  }

 private:
  SharedCharge charge_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PieceArena>> arenas_;
};

/// Takes from an arena, or from the heap when there is none. Vectors keep it when they are moved.
template <class T>
struct PieceAllocator {
  static_assert(std::is_scalar_v<T>);
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  PieceArena* arena = nullptr;

  PieceAllocator() noexcept = default;
  explicit PieceAllocator(PieceArena* a) noexcept : arena(a) {}
  template <class U>
  PieceAllocator(const PieceAllocator<U>& other) noexcept
      : arena(other.arena) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(arena != nullptr ? arena->allocate(n * sizeof(T)) : ::operator new(n * sizeof(T)));
  }
  void deallocate(T* data, std::size_t) noexcept {
    if (arena == nullptr) ::operator delete(data);
  }
  friend bool operator==(const PieceAllocator&, const PieceAllocator&) noexcept = default;
};
template <class T>
using PieceVector = std::vector<T, PieceAllocator<T>>;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
