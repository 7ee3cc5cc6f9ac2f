// Large arrays out of memory that finished operations have left: fresh memory costs a page fault and the clearing of
// every page, which takes longer than filling it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Arrays from this size on are recycled.
inline constexpr std::size_t least_recycled_bytes = std::size_t{256} << 10;

/// At least so many bytes, aligned to 64, that hold anything. Arrays shorter than least_recycled_bytes are not worth
/// it. Throws MemoryLimit where the system has none, std::bad_alloc for more than any address space.
POLYFORK_EXPORT void* take_recycled(std::size_t bytes);
/// Gives it back.
POLYFORK_EXPORT void leave_recycled(void* memory) noexcept;

/// std::allocator, whose large arrays are recycled.
template <class T>
struct RecyclingAllocator {
  using value_type = T;
  RecyclingAllocator() noexcept = default;
  template <class U>
  RecyclingAllocator(const RecyclingAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t n) {
    return n >= least ? static_cast<T*>(take_recycled(n * sizeof(T))) : std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) noexcept {
    n >= least ? leave_recycled(p) : std::allocator<T>().deallocate(p, n);
  }
  friend bool operator==(RecyclingAllocator, RecyclingAllocator) noexcept { return true; }

 private:
  static constexpr std::size_t least = least_recycled_bytes / sizeof(T);
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
